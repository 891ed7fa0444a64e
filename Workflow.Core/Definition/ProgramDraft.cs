using Workflow.Data;

namespace Workflow.Definition;

/// <summary>A program while its tree is walked: what the parts of the walk share.</summary>
internal sealed class ProgramDraft(Activity root, WalkOptions options)
{
    private static int _programs;

    private readonly Stack<PendingActivity> _pending = new();
    private ActivityPlan[] _plans = new ActivityPlan[16];

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

    /// <summary>Steps whose expressions may need no instance; that too shows at the end.</summary>
    public List<PlannedStep[]> ScheduledSteps { get; } = [];

    /// <summary>The high half of the scope ids, unique in the process.</summary>
    public long ScopeBase { get; } = (long)Interlocked.Increment(ref _programs) << 32;

    public int Count { get; private set; }

    /// <summary>How many activities wait for their visit.</summary>
    public int PendingCount => _pending.Count;

    public void Push(in PendingActivity pending) => _pending.Push(pending);

    public bool TryPop(out PendingActivity pending) => _pending.TryPop(out pending);

    public ActivityPlan PlanOf(int number) => _plans[number];

    /// <summary>Gives the activity its number, in the order of visits.</summary>
    public ActivityPlan Add(Activity activity, DeclaredScope scope)
    {
        if (Count == _plans.Length)
        {
            Array.Resize(ref _plans, _plans.Length * 2);
        }

        activity.Number = Count;
        return _plans[Count++] = new ActivityPlan(activity, scope);
    }

    /// <summary>What was visited, in that order: parents before children.</summary>
    public Activity[] Visited() => Array.ConvertAll(_plans[..Count], plan => plan.Activity);

    /// <summary>Everything below an activity, in the order of visits.</summary>
    public List<Activity> DescendantsOf(int number)
    {
        List<Activity> descendants = [];

        // Depth first: the subtree is the stretch of numbers up to the first activity whose parent lies outside.
        for (int i = number + 1; i < Count && _plans[i].Parent >= number; i++)
        {
            descendants.Add(_plans[i].Activity);
        }

        return descendants;
    }

    public ActivityPlan[] TakePlans()
    {
        Array.Resize(ref _plans, Count);
        return _plans;
    }

    /// <summary>Whether this walk has met the declaration before: an object can stand for one place only.</summary>
    public bool IsClaimed(long scopeId) => scopeId >> 32 == ScopeBase >> 32;

    /// <summary>Gives a place the next slot of its scope.</summary>
    public static void Claim(LocationReference reference, Activity owner, long scopeId, List<SlotKind> kinds)
    {
        reference.Owner = owner;
        reference.ScopeId = scopeId;
        reference.Slot = kinds.Count;
        kinds.Add(reference.SlotKind!);
    }
}

/// <summary>One activity that waits for its visit.</summary>
internal readonly record struct PendingActivity(
    Activity Activity, int Parent, DeclaredScope Scope, IReadOnlyList<RuntimeArgument>? OwnerArguments, int Delegate = -1);
