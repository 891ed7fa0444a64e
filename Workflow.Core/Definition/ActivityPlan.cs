namespace Workflow.Definition;

/// <summary>What the engine must know of an activity before it runs it, as bits.</summary>
[Flags]
internal enum PlanFlags : byte
{
    None = 0,

    /// <summary>A sealed type of this library.</summary>
    IsShipped = 1,

    /// <summary>May create bookmarks.</summary>
    InducesIdle = 2,

    /// <summary>Has an environment of its own.</summary>
    HasSlots = 4,

    /// <summary>Arguments or variables to fill before the body.</summary>
    HasSteps = 8,

    /// <summary>A code activity whose arguments are all inline: nothing can come between its start and its end.</summary>
    IsLeaf = 16,

    /// <summary>The result is a <see cref="bool"/>.</summary>
    YieldsBool = 32,

    /// <summary>A leaf that only computes a <see cref="bool"/>: a condition whose result nobody else takes.</summary>
    IsCondition = 64,
}

/// <summary>One activity of a frozen program; indexed by the activity's number.</summary>
/// <remarks>An object, not a struct in the array: the array of a large definition would live on the large-object heap, and cost a full collection at its birth.</remarks>
internal sealed class ActivityPlan(Activity activity, DeclaredScope scope) : StepTarget
{
    public readonly Activity Activity = activity;

    /// <summary>What is visible to what it declares: its public variables, and what is around it.</summary>
    public DeclaredScope Scope = scope;

    /// <summary>In evaluation order (rule 4.2); null when nothing is bound.</summary>
    public PlannedStep[]? Arguments;

    /// <summary>The same for a leaf, whose steps are all inline; null when nothing is bound.</summary>
    public ArgumentStep[]? LeafArguments;

    /// <summary>Defaults of variables, implementation ones first (rule 4.6); null when there are none.</summary>
    public PlannedStep[]? Variables;

    /// <summary>The variables that hold handles, implementation ones first; null for none.</summary>
    public Variable[]? Handles;

    /// <summary>The declared arguments by slot; null when there are none.</summary>
    public RuntimeArgument[]? Declared;

    /// <summary>The slots that no step fills and that nothing cleared when their frame was used last; null for none.</summary>
    public int[]? ClearedAtStart;

    /// <summary>The slots whose values may keep something alive; null for none.</summary>
    public int[]? ClearedAtEnd;

    /// <summary>The number of the activity that declared it; -1 for the root.</summary>
    public int Parent;

    /// <summary>The slot of the result argument; -1 for none.</summary>
    public int ResultSlot;

    /// <summary>The number of a composite's implementation root; -1 for none.</summary>
    public int Implementation;

    /// <summary>When its parent named it: among siblings, the later the earlier in traversal order (rule 12.1).</summary>
    public int Order;

    public PlanFlags Flags
    {
        get => (PlanFlags)Bits;
        set => Bits = (byte)value;
    }
}
