using Workflow.Data;

namespace Workflow.Definition;

/// <summary>
/// A walked definition: the data that the engine needs, in flat arrays indexed by activity number. All instances on all threads share it. It changes
/// only when another root takes over one of its activities or delegates. The root activity refers to it.
/// </summary>
internal sealed class Program : FrozenTree
{
    private ProgramAttachment? _attachments;

    public required ActivityPlan[] Plans { get; init; }

    public required DelegatePlan[] Delegates { get; init; }

    /// <summary>The distinct sets of slots; the first is the empty one.</summary>
    public required SlotKind[][] Shapes { get; init; }

    /// <summary>The high half of the scope ids of this program.</summary>
    public required long ScopeBase { get; init; }

    /// <summary>The ordinal number of this program in the process.</summary>
    public int Ordinal => (int)(ScopeBase >> 32);

    /// <summary>
    /// Pairs of an activity and a child that it can schedule although another activity declared the child: an implementation that uses a public child
    /// (rule 12.2).
    /// </summary>
    public required HashSet<(int Parent, int Child)> SharedChildren { get; init; }

    /// <summary>The variables that saves write for queries (rule 7.5.2); null for none.</summary>
    public required Variable[]? Mapped { get; init; }

    /// <summary>All variables; the variables of one activity are in the order of their declaration. Saved state refers to variables by name.</summary>
    public required Variable[] Variables { get; init; }

    public required IReadOnlyDictionary<Type, Func<object?>> ExtensionProviders { get; init; }

    public required IReadOnlyCollection<Type> RequiredExtensions { get; init; }

    /// <summary>
    /// True if an activity provides or requires an extension. The value is stored because each invocation reads it, and two counts through interfaces
    /// take 3 ns.
    /// </summary>
    public required bool UsesExtensions { get; init; }

    /// <summary>The first attachment; null before the first instance. Code on a hot path checks it before it calls <see cref="Find{T}"/>.</summary>
    public ProgramAttachment? FirstAttachment => _attachments;

    /// <summary>
    /// True if an instance was created from this program. Attachments and instances refer to the numbers and slots of the program, which must not
    /// change from then on (rule 12.3).
    /// </summary>
    public bool HasRun => Volatile.Read(ref _attachments) is not null;

    /// <summary>An index of the tree by id and by parent, for inspection.</summary>
    public ProgramMap Map => field ??= new ProgramMap(Plans);

    /// <summary>Returns the attachment of one class; null if there is none.</summary>
    public T? Find<T>()
        where T : ProgramAttachment
    {
        ProgramAttachment? attachment = Volatile.Read(ref _attachments);
        while (attachment is not null and not T)
        {
            attachment = Volatile.Read(ref attachment.Next);
        }

        return (T?)attachment;
    }

    /// <summary>Attaches an object, unless another thread has already attached an object of its class.</summary>
    /// <returns>The attached object. Two threads may create an object at the same time; both then use the object that was attached first.</returns>
    public T Attach<T>(T made)
        where T : ProgramAttachment
    {
        ref ProgramAttachment? end = ref _attachments;
        while (Interlocked.CompareExchange(ref end, made, null) is { } attached)
        {
            if (attached is T known)
            {
                return known;
            }

            end = ref attached.Next;
        }

        return made;
    }

    /// <summary>True if a type in the program, or a lambda expression in it, belongs to an assembly that can be unloaded. Computed on each call.</summary>
    public bool IsUnloadable() =>
        Array.Exists(Plans, static plan => plan.Activity.IsUnloadable)
        || Array.Exists(Shapes, static shape => Array.Exists(shape, static kind => kind.ValueType.IsCollectible));

    public override bool Contains<T>() => Array.Exists(Plans, static plan => plan.Activity is T);

    public long ScopeOf(int number) => ScopeBase | (uint)number;

    /// <summary>The bit that distinguishes the scope of a delegate's arguments from the scope of an activity with the same number.</summary>
    public const long DelegateScope = 0x8000_0000L;

    /// <summary>
    /// Finds the number of an activity of this program. Returns false for an activity of another tree and for an activity that another root has taken over.
    /// </summary>
    public bool TryFind(Activity activity, out int number)
    {
        number = activity.Number;
        return (uint)number < (uint)Plans.Length && ReferenceEquals(Plans[number].Activity, activity);
    }

    /// <summary>
    /// Removes an activity that another root takes over. From now on, the former parent of the activity faults when it schedules the activity (rule
    /// 12.3). The activity gets its number in the other program, so this program must not find the activity by that number.
    /// </summary>
    /// <param name="activity">The activity.</param>
    /// <param name="newParent">The new parent of the activity; null if the activity is a root.</param>
    public void Remove(Activity activity, Activity? newParent)
    {
        if (TryFind(activity, out int number))
        {
            ActivityPlan plan = Plans[number];
            MovedActivity moved = new(PositionOf(plan), newParent?.DescribePosition()) { DisplayName = activity.DisplayName };
            Plans[number] = new ActivityPlan(moved, plan.Scope)
            {
                Number = number,
                Parent = plan.Parent,
                Relation = plan.Relation,
                Kind = ActivityKind.Native,
                ResultSlot = -1,
                Implementation = -1,
            };
            StopStepping(plan.Parent);
        }
    }

    /// <summary>Removes a delegate that another root takes over.</summary>
    public void Remove(ActivityDelegate activityDelegate)
    {
        int number = activityDelegate.Number;
        if ((uint)number < (uint)Delegates.Length && ReferenceEquals(Delegates[number].Delegate, activityDelegate))
        {
            Delegates[number].Delegate = null!;
            StopStepping(Delegates[number].Owner);
        }
    }

    /// <summary>True if a reference has its slot in this program and no other root has taken over the activity that declares it.</summary>
    public bool Holds(LocationReference reference)
    {
        if (reference.ScopeId >> 32 != Ordinal)
        {
            return false;
        }

        int number = (int)(reference.ScopeId & int.MaxValue);
        if ((reference.ScopeId & DelegateScope) != 0)
        {
            if (Delegates[number].Delegate is null)
            {
                return false;
            }

            number = Delegates[number].Owner;
        }

        while (number >= 0 && Plans[number].Activity is not MovedActivity)
        {
            number = Plans[number].Parent;
        }

        return number < 0;
    }

    /// <summary>True if an activity can schedule another activity (rule 1.10).</summary>
    public bool CanSchedule(int parent, int child)
    {
        ActivityPlan plan = Plans[child];
        return (plan.Parent == parent && plan.Relation is ChildRelation.Child or ChildRelation.ImplementationChild)
            || (SharedChildren.Count > 0 && SharedChildren.Contains((parent, child)));
    }

    /// <summary>Describes where an activity is declared, for an error about a missing activity.</summary>
    private string PositionOf(ActivityPlan plan) => plan.Parent > 0
        ? $"'{Plans[plan.Parent].Activity.DisplayName}' of the workflow '{Root.DisplayName}'"
        : $"the workflow '{Root.DisplayName}'";

    /// <summary>
    /// Removes the step program of an activity, because steps refer to children by number. The methods of the activity look the children up and fail.
    /// </summary>
    private void StopStepping(int number)
    {
        if (number >= 0)
        {
            Plans[number].Steps = null;
            Plans[number].StepDelegate = null;
        }
    }
}
