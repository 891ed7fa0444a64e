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

    /// <summary>The condition whose branch this is, which has no activity that could be counted; null for another part.</summary>
    public If? Of { get; init; }

    /// <summary>The other branch of the condition; null when it has no activity either.</summary>
    public Activity? Others { get; init; }
}
