using System.Diagnostics.CodeAnalysis;
using Workflow.Data;

namespace Workflow.Definition;

/// <summary>A program while its tree is walked: what the parts of the walk share.</summary>
internal sealed class ProgramDraft(Activity root, WalkOptions options)
{
    // Two threads may walk two definitions at the same time: whether a place is free and taking it are one step. No code of authors runs under it.
    private static readonly Lock Claims = new();

    private static int _programs;

    private readonly WalkScratch _scratch = WalkScratch.Take();
    private WaitingImports? _imports;
    private int _lastOrder;
    private int[]? _places;

    public WalkOptions Options => options;

    /// <summary>The outermost scope: what the host makes visible everywhere.</summary>
    public DeclaredScope HostScope => Declaration.Outermost;

    public ActivityDeclaration Declaration { get; } = new(root, new DeclaredScope(root, options.Environment, []));

    public ShapeTable Shapes { get; } = new();

    public List<DelegatePlan> Delegates { get; } = [];

    /// <summary>Children that a second activity may schedule (rule 12.2); their numbers are known at the end of the walk.</summary>
    public List<(int Parent, Activity Child)> Borrowed { get; } = [];

    /// <summary>Composites and the roots of their implementations; the same.</summary>
    public List<(int Number, Activity Implementation)> Composites { get; } = [];

    /// <summary>Control flow that is to be bound to the plans of what it runs.</summary>
    public List<StepProgram> Stepping { get; } = [];

    /// <summary>Steps whose expressions may need no instance; that too shows at the end.</summary>
    public List<PlannedStep[]> ScheduledSteps { get; } = [];

    /// <summary>The variables that saves write for others to read; null for none.</summary>
    public List<Variable>? Mapped { get; set; }

    /// <summary>All variables in the order of their declaration: a saved instance refers to them by name.</summary>
    public List<Variable> Variables { get; } = [];

    /// <summary>The high half of the scope ids, unique in the process.</summary>
    public long ScopeBase { get; } = (long)Interlocked.Increment(ref _programs) << 32;

    public int Count { get; private set; }

    public WaitingImports Imports => _imports ??= new WaitingImports();

    public bool HasImports => _imports is { IsEmpty: false };

    /// <summary>Some imports were visited when everything else was, out of their turn.</summary>
    public bool IsOutOfOrder { get; set; }

    /// <summary>Counts what activities name, in the order in which they do.</summary>
    public int NextOrder() => ++_lastOrder;

    /// <summary>How many activities wait for their visit.</summary>
    public int PendingCount => _scratch.Pending.Count;

    public void Push(in PendingActivity pending) => _scratch.Pending.Push(pending);

    public bool TryPop(out PendingActivity pending) => _scratch.Pending.TryPop(out pending);

    public ActivityPlan PlanOf(int number) => _scratch.Plans[number];

    public bool IsVisited(Activity activity) => activity.Number < Count && ReferenceEquals(_scratch.Plans[activity.Number].Activity, activity);

    public bool IsDeclared(ActivityDelegate activityDelegate) =>
        activityDelegate.Number < Delegates.Count && ReferenceEquals(Delegates[activityDelegate.Number].Delegate, activityDelegate);

    /// <summary>The place of a visited activity in traversal order.</summary>
    public int PlaceOf(int number) => _places is null ? number : _places[number];

    /// <summary>Puts the numbers right after the last visit.</summary>
    public void Renumber()
    {
        if (IsOutOfOrder)
        {
            _places = Renumbering.Apply(_scratch.Plans.AsSpan(0, Count));
        }
    }

    /// <summary>Gives the activity its number, in the order of visits.</summary>
    public ActivityPlan Add(Activity activity, DeclaredScope scope)
    {
        ActivityPlan[] plans = _scratch.Plans;
        if (Count == plans.Length)
        {
            Array.Resize(ref plans, plans.Length * 2);
            _scratch.Plans = plans;
        }

        ActivityPlan plan = new(activity, scope) { Number = Count };
        activity.Number = Count;
        activity.Plan = plan;
        return plans[Count++] = plan;
    }

    /// <summary>What was visited, in that order: parents before children.</summary>
    public Activity[] Visited() => Array.ConvertAll(_scratch.Plans[..Count], plan => plan.Activity);

    /// <summary>Everything below an activity, in the order of visits.</summary>
    public List<Activity> DescendantsOf(int number)
    {
        List<Activity> descendants = [];

        // Depth first: the subtree is the stretch of numbers up to the first activity whose parent lies outside.
        int next = number + 1;
        for (; next < Count && _scratch.Plans[next].Parent >= number; next++)
        {
            descendants.Add(_scratch.Plans[next].Activity);
        }

        if (IsOutOfOrder)
        {
            HashSet<Activity> found = [.. descendants, _scratch.Plans[number].Activity];
            for (; next < Count; next++)
            {
                Activity late = _scratch.Plans[next].Activity;
                if (late.Parent is { } parent && found.Contains(parent))
                {
                    found.Add(late);
                    descendants.Add(late);
                }
            }
        }

        return descendants;
    }

    /// <summary>The plans of the finished walk.</summary>
    public ActivityPlan[] TakePlans()
    {
        ActivityPlan[] plans = _scratch.Plans[..Count];
        _scratch.GiveBack(Count);
        return plans;
    }

    /// <summary>Whether this walk has met the declaration before: an object can stand for one place only.</summary>
    public bool IsClaimed(long scopeId) => scopeId >> 32 == ScopeBase >> 32;

    /// <summary>
    /// The same for a place that an author may have declared in two definitions: the one that has it keeps it (rule 12.3). A place that
    /// is refused gets a slot nevertheless, so that what follows it keeps its own.
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
        problem = $"belongs to {holder.DescribePlace()} and cannot be declared by {owner.DescribePlace()} as well; give each workflow one of its own.";
        return false;
    }

    /// <summary>Gives a place the next slot of its scope.</summary>
    public static void Claim(LocationReference reference, Activity owner, long scopeId, List<SlotKind> kinds)
    {
        reference.Owner = owner;
        reference.ScopeId = scopeId;
        reference.Slot = kinds.Count;
        kinds.Add(reference.SlotKind!);
    }

    /// <summary>The activity that declares the place in another definition, which has run, or may any time.</summary>
    private Activity? HolderOf(LocationReference reference) =>
        reference.Owner is { Walk: { } walk } owner && walk.Root != Declaration.Root
        && (walk.IsUnderWayElsewhere || (walk.Root.FrozenProgram is Program program && program.Holds(reference)))
            ? owner
            : null;
}

/// <summary>One activity that waits for its visit.</summary>
internal readonly record struct PendingActivity(
    Activity Activity, int Parent, DeclaredScope Scope, IReadOnlyList<RuntimeArgument>? OwnerArguments, ChildRelation Relation, int Order, int Delegate = -1);
