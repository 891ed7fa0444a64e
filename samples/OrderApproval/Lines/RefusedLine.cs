namespace OrderApproval.Lines;

/// <summary>A line of a file that cannot be used; lines count from 1.</summary>
internal sealed record RefusedLine(int Number, string Reason);
