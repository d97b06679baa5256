using Skerrow.Gate;

IGate gate = new BasinGate();
var draught = double.Parse(args[0]);
var water = double.Parse(args[1]);
System.Console.WriteLine(gate.Clears(draught, water) && gate.Open() ? "open" : "shut");
