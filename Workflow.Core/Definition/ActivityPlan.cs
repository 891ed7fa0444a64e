namespace Workflow.Definition;

/// <summary>Properties of an activity that the engine needs before it runs it, as bits.</summary>
[Flags]
internal enum PlanFlags : byte
{
    None = 0,

    /// <summary>A sealed type of this library.</summary>
    IsShipped = 1,

    /// <summary>Can create bookmarks.</summary>
    InducesIdle = 2,

    /// <summary>Has its own environment.</summary>
    HasSlots = 4,

    /// <summary>Has arguments or variables to evaluate before the body.</summary>
    HasSteps = 8,

    /// <summary>A code activity whose arguments are all inline, so that no other work can run between its start and its end.</summary>
    IsLeaf = 16,

    /// <summary>The result is a <see cref="bool"/>.</summary>
    YieldsBool = 32,

    /// <summary>A leaf that only computes a <see cref="bool"/>: a condition whose result only its parent uses.</summary>
    IsCondition = 64,

    /// <summary>Its named bookmarks expect values of a type.</summary>
    HasTypedBookmarks = 128,
}

/// <summary>One activity of a frozen program; indexed by the activity's number.</summary>
/// <remarks>A class and not a struct, because the array of a large definition would be on the large-object heap, which causes a full collection.</remarks>
internal sealed class ActivityPlan(Activity activity, DeclaredScope scope) : StepTarget
{
    public readonly Activity Activity = activity;

    /// <summary>The scope of its declarations: its public variables and the outer scopes.</summary>
    public DeclaredScope Scope = scope;

    /// <summary>The arguments in evaluation order (rule 4.2); null when none is bound.</summary>
    public PlannedStep[]? Arguments;

    /// <summary>The same for a leaf, whose steps are all inline; null when none is bound.</summary>
    public ArgumentStep[]? LeafArguments;

    /// <summary>The defaults of variables, implementation variables first (rule 4.6); null when there are none.</summary>
    public PlannedStep[]? Variables;

    /// <summary>The variables with handles, implementation variables first; null for none.</summary>
    public Variable[]? Handles;

    /// <summary>The declared arguments by slot; null when there are none.</summary>
    public RuntimeArgument[]? Declared;

    /// <summary>The slots that no step sets and that the end of the last instance does not clear; null for none.</summary>
    public int[]? ClearedAtStart;

    /// <summary>The slots whose values may keep other objects alive; null for none.</summary>
    public int[]? ClearedAtEnd;

    /// <summary>The number of the declaring activity; -1 for the root.</summary>
    public int Parent;

    /// <summary>The slot of the result argument; -1 for none.</summary>
    public int ResultSlot;

    /// <summary>The number of the implementation root of a composite; -1 for none.</summary>
    public int Implementation;

    /// <summary>The order in which its parent declared it. Among siblings, the last is the first in traversal order (rule 12.1).</summary>
    public int Order;

    public PlanFlags Flags
    {
        get => (PlanFlags)Bits;
        set => Bits = (byte)value;
    }
}
