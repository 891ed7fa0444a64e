namespace Workflow.Definition;

/// <summary>Bit flags of an activity that the engine reads before it runs the activity.</summary>
[Flags]
internal enum PlanFlags : byte
{
    None = 0,

    /// <summary>The activity is of a sealed type of this library.</summary>
    IsShipped = 1,

    /// <summary>The activity can create bookmarks.</summary>
    InducesIdle = 2,

    /// <summary>The activity has its own environment.</summary>
    HasSlots = 4,

    /// <summary>The activity has arguments or variables to evaluate before the body.</summary>
    NeedsPreparation = 8,

    /// <summary>A code activity whose arguments are all inline, so that no other work can run between its start and its end.</summary>
    IsLeaf = 16,

    /// <summary>The result is a <see cref="bool"/>.</summary>
    YieldsBool = 32,

    /// <summary>A leaf that only computes a <see cref="bool"/>: a condition whose result only its parent uses.</summary>
    IsCondition = 64,

    /// <summary>The named bookmarks of the activity expect values of a specific type.</summary>
    HasTypedBookmarks = 128,
}

/// <summary>The plan of one activity of a frozen program; indexed by the activity's number.</summary>
/// <remarks>A class, not a struct: the array of a large definition would be on the large-object heap, which causes full collections.</remarks>
internal sealed class ActivityPlan(Activity activity, DeclaredScope scope) : ControlFlowTarget
{
    public readonly Activity Activity = activity;

    /// <summary>The scope of the activity's declarations: its public variables and the outer scopes.</summary>
    public DeclaredScope Scope = scope;

    /// <summary>The arguments in evaluation order (rule 4.2); null when none is bound.</summary>
    public PlannedBinding[]? Arguments;

    /// <summary>The argument steps of a leaf, all of which are inline; null when no argument is bound.</summary>
    public ArgumentBinding[]? LeafArguments;

    /// <summary>The defaults of variables, implementation variables first (rule 4.6); null when there are none.</summary>
    public PlannedBinding[]? Variables;

    /// <summary>The variables with handles, implementation variables first; null for none.</summary>
    public Variable[]? Handles;

    /// <summary>The declared arguments by slot; null when there are none.</summary>
    public RuntimeArgument[]? Declared;

    /// <summary>The slots that no step sets and that are not cleared when the previous instance ends; null for none.</summary>
    public int[]? ClearedAtStart;

    /// <summary>The slots whose values may keep other objects alive; null for none.</summary>
    public int[]? ClearedAtEnd;

    /// <summary>The number of the declaring activity; -1 for the root.</summary>
    public int Parent;

    /// <summary>The slot of the result argument; -1 for none.</summary>
    public int ResultSlot;

    /// <summary>The number of the implementation root of a composite; -1 for none.</summary>
    public int Implementation;

    /// <summary>The position in the declaration order of the parent. In traversal order, the sibling declared last comes first (rule 12.1).</summary>
    public int Order;

    public PlanFlags Flags
    {
        get => (PlanFlags)Bits;
        set => Bits = (byte)value;
    }
}
