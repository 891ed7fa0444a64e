namespace Workflow.Testing;

/// <summary>The kind of part that a <see cref="CoverageItem"/> counts.</summary>
public enum CoverageKind
{
    /// <summary>An activity. The count is the number of its runs.</summary>
    Activity = 0,

    /// <summary>A branch of a condition. The count is the number of times that the condition chose the branch.</summary>
    Branch = 1,

    /// <summary>A pair of states of a state machine. The count is the number of transitions from the first state to the second one.</summary>
    Transition = 2,
}

/// <summary>A part of a definition, with the number of times that the tests reached it. Immutable.</summary>
public sealed class CoverageItem
{
    internal CoverageItem(CoverageKind kind, string id, string name, int depth, int count) => (Kind, Id, Name, Depth, Count) = (kind, id, name, depth, count);

    /// <summary>The kind of the part.</summary>
    public CoverageKind Kind { get; }

    /// <summary>The id of the activity. For a branch or a transition, the id of the activity that contains it.</summary>
    public string Id { get; }

    /// <summary>The display name of the activity, or a text such as <c>Else</c> or <c>waiting -> paid</c>.</summary>
    public string Name { get; }

    /// <summary>The number of times that the part was reached.</summary>
    public int Count { get; }

    /// <summary>The nesting depth of the part; zero for the root of the definition.</summary>
    internal int Depth { get; }

    /// <summary>The item as text.</summary>
    /// <returns>The name, the id and the count.</returns>
    public override string ToString() => $"{Name} ({Id}): {Count}";
}
