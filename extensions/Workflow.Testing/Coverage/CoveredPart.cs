using Workflow.Statements;

namespace Workflow.Testing;

/// <summary>A part of a definition, with its counter.</summary>
internal sealed class CoveredPart(CoverageKind kind, string id, string name, int depth)
{
    public CoverageKind Kind => kind;

    public string Id => id;

    public string Name => name;

    public int Depth => depth;

    public int Count { get; set; }

    /// <summary>The condition, if this part is a branch of a condition and has no activity that could be counted; null for another part.</summary>
    public If? Of { get; init; }

    /// <summary>The activity of the other branch of the condition; null if that branch has no activity either.</summary>
    public Activity? Others { get; init; }
}
