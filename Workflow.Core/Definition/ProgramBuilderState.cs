using System.Diagnostics.CodeAnalysis;
using Workflow.Data;

namespace Workflow.Definition;

/// <summary>The state of a walk: the program that is being built, shared by the parts of the walk.</summary>
internal sealed class ProgramBuilderState(Activity root, WalkOptions options)
{
    // Two threads may walk two definitions that contain the same variable. The check that a slot is free and the assignment must be one atomic step, or
    // both definitions would use the slot of the other. No code of the application runs under this lock.
    private static readonly Lock Claims = new();

    private static int _programs;

    private readonly WalkBuffers _buffers = WalkBuffers.Take();
    private WaitingImports? _imports;
    private int _lastOrder;
    private int[]? _positions;

    public WalkOptions Options => options;

    /// <summary>The outermost scope: the symbols of the host.</summary>
    public DeclaredScope HostScope => Declaration.Outermost;

    public ActivityDeclaration Declaration { get; } = new(root, new DeclaredScope(root, options.Environment, []));

    public ShapeTable Shapes { get; } = new();

    public List<DelegatePlan> Delegates { get; } = [];

    /// <summary>Children that a second activity can schedule (rule 12.2). Their numbers are known at the end of the walk.</summary>
    public List<(int Parent, Activity Child)> SharedChildren { get; } = [];

    /// <summary>Composites and their implementation roots. The numbers of the roots are known at the end of the walk.</summary>
    public List<(int Number, Activity Implementation)> Composites { get; } = [];

    /// <summary>Step programs to bind to the plans of their children.</summary>
    public List<ControlFlowProgram> Stepping { get; } = [];

    /// <summary>Steps whose expressions may not need an instance. This is decided at the end of the walk.</summary>
    public List<PlannedBinding[]> ScheduledBindings { get; } = [];

    /// <summary>The variables that saves write for queries; null for none.</summary>
    public List<Variable>? Mapped { get; set; }

    /// <summary>All variables in the order of their declaration. A saved instance refers to them by name.</summary>
    public List<Variable> Variables { get; } = [];

    /// <summary>The high half of the scope ids, unique in the process.</summary>
    public long ScopeBase { get; } = (long)Interlocked.Increment(ref _programs) << 32;

    public int Count { get; private set; }

    public WaitingImports Imports => _imports ??= new WaitingImports();

    public bool HasImports => _imports is { IsEmpty: false };

    /// <summary>True if imports were visited after everything else, and therefore not in traversal order.</summary>
    public bool IsOutOfOrder { get; set; }

    /// <summary>Returns the next number in the order of declaration, beginning with 1.</summary>
    public int NextOrder() => ++_lastOrder;

    /// <summary>The number of pending activities.</summary>
    public int PendingCount => _buffers.Pending.Count;

    public void Push(in PendingActivity pending) => _buffers.Pending.Push(pending);

    public bool TryPop(out PendingActivity pending) => _buffers.Pending.TryPop(out pending);

    public ActivityPlan PlanOf(int number) => _buffers.Plans[number];

    public bool IsVisited(Activity activity) => activity.Number < Count && ReferenceEquals(_buffers.Plans[activity.Number].Activity, activity);

    public bool IsDeclared(ActivityDelegate activityDelegate) =>
        activityDelegate.Number < Delegates.Count && ReferenceEquals(Delegates[activityDelegate.Number].Delegate, activityDelegate);

    /// <summary>Returns the position of a visited activity in traversal order.</summary>
    public int PositionOf(int number) => _positions is null ? number : _positions[number];

    /// <summary>Corrects the numbers after the last visit.</summary>
    public void Renumber()
    {
        if (IsOutOfOrder)
        {
            _positions = Renumbering.Apply(_buffers.Plans.AsSpan(0, Count));
        }
    }

    /// <summary>Adds the plan of an activity and assigns the number of the activity, in the order of visits.</summary>
    public ActivityPlan Add(Activity activity, DeclaredScope scope)
    {
        ActivityPlan[] plans = _buffers.Plans;
        if (Count == plans.Length)
        {
            Array.Resize(ref plans, plans.Length * 2);
            _buffers.Plans = plans;
        }

        ActivityPlan plan = new(activity, scope) { Number = Count };
        activity.Number = Count;
        activity.Plan = plan;
        return plans[Count++] = plan;
    }

    /// <summary>Returns the visited activities in the order of visits: parents before children.</summary>
    public Activity[] Visited() => Array.ConvertAll(_buffers.Plans[..Count], plan => plan.Activity);

    /// <summary>Returns all visited descendants of an activity, in the order of visits.</summary>
    public List<Activity> DescendantsOf(int number)
    {
        List<Activity> descendants = [];

        // The walk is depth first: the subtree is the range of numbers up to the first activity whose parent is outside.
        int next = number + 1;
        for (; next < Count && _buffers.Plans[next].Parent >= number; next++)
        {
            descendants.Add(_buffers.Plans[next].Activity);
        }

        if (IsOutOfOrder)
        {
            HashSet<Activity> found = [.. descendants, _buffers.Plans[number].Activity];
            for (; next < Count; next++)
            {
                Activity late = _buffers.Plans[next].Activity;
                if (late.Parent is { } parent && found.Contains(parent))
                {
                    found.Add(late);
                    descendants.Add(late);
                }
            }
        }

        return descendants;
    }

    /// <summary>Returns the plans of the finished walk, and releases its buffers for the next walk.</summary>
    public ActivityPlan[] TakePlans()
    {
        ActivityPlan[] plans = _buffers.Plans[..Count];
        _buffers.GiveBack(Count);
        return plans;
    }

    /// <summary>True if this walk has already visited the declaration. An object can have only one position.</summary>
    public bool IsClaimed(long scopeId) => scopeId >> 32 == ScopeBase >> 32;

    /// <summary>
    /// Assigns the next slot of a scope to a variable or argument that another definition may also declare. The first definition keeps it (rule 12.3):
    /// this method then returns false, but reserves a slot nevertheless, so that the following slots do not change.
    /// </summary>
    public bool TryClaim(LocationReference reference, Activity owner, long scopeId, List<SlotKind> kinds, [NotNullWhen(false)] out string? problem)
    {
        Activity? holder;
        lock (Claims)
        {
            holder = HolderOf(reference);
            if (holder is null)
            {
                Claim(reference, owner, scopeId, kinds);
                problem = null;
                return true;
            }
        }

        kinds.Add(reference.SlotKind!);
        problem = $"belongs to {holder.DescribePosition()} and cannot be declared by {owner.DescribePosition()} as well; give each workflow one of its own.";
        return false;
    }

    /// <summary>Assigns the next slot of a scope to a reference.</summary>
    public static void Claim(LocationReference reference, Activity owner, long scopeId, List<SlotKind> kinds)
    {
        reference.Owner = owner;
        reference.ScopeId = scopeId;
        reference.Slot = kinds.Count;
        kinds.Add(reference.SlotKind!);
    }

    /// <summary>
    /// Returns the activity that declares the reference in another definition that has run or can run at any time; null if there is none.
    /// </summary>
    private Activity? HolderOf(LocationReference reference) =>
        reference.Owner is { Walk: { } walk } owner && walk.Root != Declaration.Root
        && (walk.IsActiveOnOtherThread || (walk.Root.FrozenProgram is Program program && program.Holds(reference)))
            ? owner
            : null;
}

/// <summary>An activity that the walk has not visited yet.</summary>
internal readonly record struct PendingActivity(
    Activity Activity, int Parent, DeclaredScope Scope, IReadOnlyList<RuntimeArgument>? OwnerArguments, ChildRelation Relation, int Order, int Delegate = -1);
