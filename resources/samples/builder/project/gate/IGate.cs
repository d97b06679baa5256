namespace Skerrow.Gate;

/// <summary>The gate of the inner basin.</summary>
public interface IGate
{
    /// <summary>Whether the sill is deep enough below the water for a draught in metres.</summary>
    bool Clears(double draught, double water);

    /// <summary>Opens the gate; returns false while it moves.</summary>
    bool Open();

    void Close();
}
