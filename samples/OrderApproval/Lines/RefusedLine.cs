using static System.FormattableString;

namespace OrderApproval.Lines;

/// <summary>A line of a file that cannot be used; lines count from 1.</summary>
internal sealed record RefusedLine(string File, int Number, string Reason)
{
    public override string ToString() => Invariant($"{File}, line {Number} is rejected: {Reason}");
}
