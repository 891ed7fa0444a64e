namespace OrderApproval.Lines;

/// <summary>The lines of a file, in its order, and those that cannot be used.</summary>
internal sealed record LineFile<T>(IReadOnlyList<Line<T>> Lines, IReadOnlyList<RefusedLine> Refused);
