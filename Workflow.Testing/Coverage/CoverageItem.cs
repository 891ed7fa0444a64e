namespace Workflow.Testing;

/// <summary>What a <see cref="CoverageItem"/> counts.</summary>
public enum CoverageKind
{
    /// <summary>The runs of an activity.</summary>
    Activity = 0,

    /// <summary>How often a condition chose a branch.</summary>
    Branch = 1,

    /// <summary>How often a state machine went from one state to another.</summary>
    Transition = 2,
}

/// <summary>A part of a definition, and how often the tests reached it. Immutable.</summary>
public sealed class CoverageItem
{
    internal CoverageItem(CoverageKind kind, string id, string name, int depth, int count) => (Kind, Id, Name, Depth, Count) = (kind, id, name, depth, count);

    /// <summary>What is counted.</summary>
    public CoverageKind Kind { get; }

    /// <summary>The id of the activity; for a branch or a transition, of the activity that has it.</summary>
    public string Id { get; }

    /// <summary>The display name of the activity, or a text such as <c>Else</c> or <c>waiting -> paid</c>.</summary>
    public string Name { get; }

    /// <summary>How often it was reached.</summary>
    public int Count { get; }

    /// <summary>How many activities are around it.</summary>
    internal int Depth { get; }

    /// <summary>The item as text.</summary>
    /// <returns>The name, the id and the count.</returns>
    public override string ToString() => $"{Name} ({Id}): {Count}";
}
