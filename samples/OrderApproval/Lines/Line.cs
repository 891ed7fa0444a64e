namespace OrderApproval.Lines;

/// <summary>The content of a line of a file; lines count from 1.</summary>
internal sealed record Line<T>(int Number, T Value);
