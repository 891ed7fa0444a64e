using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>A condition that is true a number of times and then false once. The count is saved with the instance.</summary>
public sealed class UpTo(int limit) : ActivityCondition
{
    private readonly int _limit = limit;
    private int _count;

    public override bool Evaluate(Activity activity, IServiceProvider provider) => (_count = _count == _limit ? 0 : _count + 1) > 0;
}

/// <summary>
/// Runs two clones of its child, one after the other, and keeps the completed contexts, as activities of applications do. Adds an event handler while it runs.
/// </summary>
public sealed class Twice(string name) : CompositeActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    private int _runs;

    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!, forcePersist: true);
        if (ExecutionStatus == ActivityExecutionStatus.Executing && _runs < 2)
        {
            RunNext(context);
            return;
        }

        Generated.Trace!.Add($"{Name} kept {manager.PersistedExecutionContexts.Count()}");
        context.CloseActivity();
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        RunNext(executionContext);
        return ActivityExecutionStatus.Executing;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        foreach (ActivityExecutionContext inner in executionContext.ExecutionContextManager.ExecutionContexts)
        {
            if (inner.Activity.ExecutionStatus == ActivityExecutionStatus.Executing)
            {
                inner.CancelActivity(inner.Activity);
            }
        }

        return executionContext.ExecutionContextManager.ExecutionContexts.Count > 0 ? ActivityExecutionStatus.Canceling : ActivityExecutionStatus.Closed;
    }

    private void RunNext(ActivityExecutionContext context)
    {
        _runs++;
        ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(EnabledActivities[0]);
        inner.Activity.Closed += OnChildClosed;
        inner.Activity.RegisterForStatusChange(ClosedEvent, this);
        inner.ExecuteActivity(inner.Activity);
    }

    private void OnChildClosed(object? sender, ActivityExecutionStatusChangedEventArgs e) => Generated.Trace!.Add($"{Name} {e.Activity.Name} closed");
}

/// <summary>A workflow of all kinds of activities. The seed determines the workflow.</summary>
public sealed class Generated : SequentialWorkflowActivity
{
    private static readonly Func<Exception>[] Exceptions =
        [static () => new DivideByZeroException(), static () => new ArithmeticException("a"), static () => new FormatException()];
    private readonly Random _random = new(Seed);
    private int _names;

    public Generated()
    {
        Name = "generated";
        this.With(Generate(4), Generate(4));
        _random = null!;
    }

    [field: ThreadStatic]
    public static int Seed { get; set; }

    [field: ThreadStatic]
    public static List<string>? Trace { get; set; }

    private Activity Generate(int depth) => _random.Next(depth == 0 ? 4 : 18) switch
    {
        0 => Step(),
        1 or 2 => Wait(),
        3 => _random.Next(4) == 0 ? Tree.Throw(Next("t"), Exceptions[_random.Next(Exceptions.Length)]()) : Wait(),
        4 or 5 => new WhileActivity(Next("w")) { Condition = new UpTo(_random.Next(3)) }.With(Generate(depth - 1)),
        6 => Replicator(depth),
        7 or 8 => Parallel(depth),
        9 => new ListenActivity(Next("l")).With(On(depth), On(depth)),
        10 => Group(depth),
        11 => new Twice(Next("z")).With(Generate(depth - 1)),
        12 => new IfElseActivity(Next("i")).With(Branch(depth), new IfElseBranchActivity(Next("b")).With(Generate(depth - 1))),
        13 => Handling(depth),
        14 => new SynchronizationScopeActivity(Next("y"))
        {
            SynchronizationHandles = _random.Next(2) == 0 ? ["first"] : ["first", "second"]
        }.With(Generate(depth - 1), Generate(depth - 1)),
        15 => Undoable(depth),
        _ => Flow(depth),
    };

    private CodeActivity Step()
    {
        CodeActivity code = new(Next("c"));
        code.ExecuteCode += OnCode;
        return code;
    }

    private Reading Wait()
    {
        Reading reading = new(Next("q"));
        reading.Read += OnRead;
        return reading;
    }

    private EventDrivenActivity On(int depth) => new EventDrivenActivity(Next("e")).With(Wait(), Generate(depth - 1));

    private IfElseBranchActivity Branch(int depth) => new IfElseBranchActivity(Next("b")) { Condition = new UpTo(_random.Next(2)) }.With(Generate(depth - 1));

    /// <summary>
    /// No test sends the event: tests send to the first queue by name, and the queue of the event comes after all queues for which the body waits.
    /// </summary>
    private EventHandlingScopeActivity Handling(int depth)
    {
        EventDrivenActivity handler = new EventDrivenActivity(Next("e")).With(new Reading(Next("zz")), Step());
        return new EventHandlingScopeActivity(Next("v")).With(Generate(depth - 1), new EventHandlersActivity(Next("eh")).With(handler));
    }

    private CompensatableSequenceActivity Undoable(int depth)
    {
        CompensatableSequenceActivity sequence = new CompensatableSequenceActivity(Next("x")).With(Generate(depth - 1));
        return _random.Next(2) == 0 ? sequence : sequence.With(Tree.OnCompensate(Next("o"), Step(), Wait()));
    }

    private ParallelActivity Parallel(int depth) => new ParallelActivity(Next("p")).With(
        new SequenceActivity(Next("s")).With(Generate(depth - 1)), new SequenceActivity(Next("s")).With(Generate(depth - 1)));

    private ConditionedActivityGroup Group(int depth)
    {
        ConditionedActivityGroup group = new(Next("g"));
        Activity first = Generate(depth - 1);
        ConditionedActivityGroup.SetWhenCondition(first, new UpTo(_random.Next(3)));
        return group.With(first, Generate(depth - 1));
    }

    private ReplicatorActivity Replicator(int depth)
    {
        ReplicatorActivity replicator = new(Next("r")) { ExecutionType = _random.Next(2) == 0 ? ExecutionType.Sequence : ExecutionType.Parallel };
        replicator.Initialized += OnInitialized;
        replicator.ChildInitialized += OnChild;
        replicator.ChildCompleted += OnChild;
        return replicator.With(Generate(depth - 1));
    }

    private SequenceActivity Flow(int depth)
    {
        SequenceActivity sequence = new(Next("s"));
        for (int i = _random.Next(4); i > 0; i--)
        {
            sequence.With(Generate(depth - 1));
        }

        if (_random.Next(2) == 0)
        {
            sequence.With(
                Tree.Handlers(
                    Next("hs"),
                    Tree.Handler<ArithmeticException>(Next("h"), Generate(depth - 1)),
                    Tree.Handler<FormatException>(Next("h"), Generate(depth - 1))),
                Tree.OnCancel(Next("oc"), Step()));
        }

        return sequence;
    }

    private void OnCode(object? sender, EventArgs e) => Trace!.Add(((Activity)sender!).Name);

    private void OnRead(object? sender, ReadingEventArgs e) => Trace!.Add($"{((Activity)sender!).Name}={e.Item}");

    private void OnInitialized(object? sender, EventArgs e) => ((ReplicatorActivity)sender!).InitialChildData = new List<int> { 1, 2 };

    private void OnChild(object? sender, ReplicatorChildEventArgs e) => Trace!.Add($"{((Activity)sender!).Name} {e.InstanceData}");

    private string Next(string kind) => $"{kind}{_names++}";
}
