namespace OrderApproval.Lines;

/// <summary>What a line of a file says; lines count from 1.</summary>
internal sealed record Line<T>(int Number, T Value);
