namespace Skerrow.Gate;

/// <summary>The gate as it is: a sill at 1.9 m, and a motor that does not like to be hurried.</summary>
public sealed class BasinGate : IGate
{
    private const double Sill = -1.9;
    private const double UnderKeel = 0.3;
    private bool moving;

    public bool Clears(double draught, double water)
    {
        return water - Sill >= draught + UnderKeel;
    }

    public bool Open()
    {
        if (moving)
        {
            return false;
        }
        moving = true;
        Motor.Turn(90);
        moving = false;
        return true;
    }

    public void Close() => Motor.Turn(-90);
}

internal static class Motor
{
    public static void Turn(int degrees)
    {
        for (var turned = 0; turned < System.Math.Abs(degrees); turned++)
        {
            System.Threading.Thread.Sleep(20);
        }
    }
}
