using Workflow.Data;

namespace Workflow.Definition;

/// <summary>
/// A definition after its one walk: everything the engine needs, in flat arrays indexed by activity number. Immutable, and
/// shared by all instances on all threads; found from the root activity by one field.
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

    /// <summary>Counts the programs of the process.</summary>
    public int Ordinal => (int)(ScopeBase >> 32);

    /// <summary>Pairs of a scheduler and a child that another activity declared: an implementation that uses a public child (rule 12.2).</summary>
    public required HashSet<(int Parent, int Child)> Borrowed { get; init; }

    /// <summary>The variables that saves write for others to read (rule 7.5.2); null for none.</summary>
    public required Variable[]? Mapped { get; init; }

    /// <summary>All variables, those of one activity in the order of their declaration; saved state refers to them by name.</summary>
    public required Variable[] Variables { get; init; }

    public required IReadOnlyDictionary<Type, Func<object?>> ExtensionProviders { get; init; }

    public required IReadOnlyCollection<Type> RequiredExtensions { get; init; }

    /// <summary>Whether an activity provides or requires an extension. Every invocation asks, and two counts behind interfaces cost it 3 ns.</summary>
    public required bool UsesExtensions { get; init; }

    /// <summary>The attachment that was made first; null before the first instance. A caller that runs often looks here before <see cref="Find{T}"/>.</summary>
    public ProgramAttachment? FirstAttachment => _attachments;

    /// <summary>Whether an instance was made of it. All that is attached refers to its numbers and places, so from then on they must stay as they are (rule 12.3).</summary>
    public bool HasRun => Volatile.Read(ref _attachments) is not null;

    /// <summary>The tree by ids and by parents, for those who inspect it.</summary>
    public ProgramMap Map => field ??= new ProgramMap(Plans);

    /// <summary>What is attached of one class; null for nothing.</summary>
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

    /// <summary>Attaches an object unless another thread has attached one of its class already.</summary>
    /// <returns>The one that is attached now.</returns>
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

    public long ScopeOf(int number) => ScopeBase | (uint)number;

    /// <summary>Tells the scope of a delegate's arguments from that of an activity with the same number.</summary>
    public const long DelegateScope = 0x8000_0000L;

    /// <summary>The number of an activity of this program; false for one of another tree, or of a tree that was taken over by another root.</summary>
    public bool TryFind(Activity activity, out int number)
    {
        number = activity.Number;
        return (uint)number < (uint)Plans.Length && ReferenceEquals(Plans[number].Activity, activity);
    }

    /// <summary>
    /// Another root takes over an activity of this program: its own parent faults from now on when it schedules it (rule 12.3).
    /// The numbers of the activity are those of the other program then, so nothing here may find it by them.
    /// </summary>
    /// <param name="activity">What is taken over.</param>
    /// <param name="newParent">Who has it now; null: it is a root.</param>
    public void Remove(Activity activity, Activity? newParent)
    {
        if (TryFind(activity, out int number))
        {
            ActivityPlan plan = Plans[number];
            Plans[number] = new ActivityPlan(new TakenOver(PlaceOf(plan), newParent?.DescribePlace()) { DisplayName = activity.DisplayName }, plan.Scope)
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

    /// <summary>The same for a delegate.</summary>
    public void Remove(ActivityDelegate activityDelegate)
    {
        int number = activityDelegate.Number;
        if ((uint)number < (uint)Delegates.Length && ReferenceEquals(Delegates[number].Delegate, activityDelegate))
        {
            Delegates[number].Delegate = null!;
            StopStepping(Delegates[number].Owner);
        }
    }

    /// <summary>Whether a place has its slot here, and no other root took over what declares it.</summary>
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

        while (number >= 0 && Plans[number].Activity is not TakenOver)
        {
            number = Plans[number].Parent;
        }

        return number < 0;
    }

    /// <summary>Whether the activity may schedule the other one (rule 1.10).</summary>
    public bool CanSchedule(int parent, int child)
    {
        ActivityPlan plan = Plans[child];
        return (plan.Parent == parent && plan.Relation is ChildRelation.Child or ChildRelation.ImplementationChild)
            || (Borrowed.Count > 0 && Borrowed.Contains((parent, child)));
    }

    /// <summary>Where an activity stands here, for whoever looks for it in vain.</summary>
    private string PlaceOf(ActivityPlan plan) => plan.Parent > 0
        ? $"'{Plans[plan.Parent].Activity.DisplayName}' of the workflow '{Root.DisplayName}'"
        : $"the workflow '{Root.DisplayName}'";

    /// <summary>Steps name their children by the children's own numbers; an activity's methods ask for the children, and fail.</summary>
    private void StopStepping(int number)
    {
        if (number >= 0)
        {
            Plans[number].Steps = null;
            Plans[number].StepDelegate = null;
        }
    }
}
