using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Shortens changes in tests.</summary>
internal static class Changed
{
    public static CompositeActivity In(this WorkflowChanges changes, string name) => (CompositeActivity)changes.TransientWorkflow.GetActivityByName(name)!;

    public static void Change(this WorkflowInstance instance, Action<WorkflowChanges> change)
    {
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        change(changes);
        instance.ApplyWorkflowChanges(changes);
    }

    /// <summary>Returns the definition of an instance as text.</summary>
    public static string Definition(this WorkflowInstance instance) => Text(instance.GetWorkflowDefinition());

    private static string Text(Activity activity) =>
        activity is CompositeActivity { Activities.Count: > 0 } composite
            ? $"{activity.Name}({string.Join(' ', composite.Activities.Select(Text))})"
            : activity.Name;
}

/// <summary>A workflow that records which activities run. The text is saved with the instance.</summary>
public abstract class Tracing : SequentialWorkflowActivity
{
    /// <summary>The workflow that began last on this thread.</summary>
    [field: ThreadStatic]
    public static Tracing? Last { get; private set; }

    public string Trace { get; set; } = string.Empty;

    public void Apply(WorkflowChanges changes) => ApplyWorkflowChanges(changes);

    public void OnCode(object? sender, EventArgs e) => Trace += $"{((Activity)sender!).Name} ";

    public void OnRead(object? sender, ReadingEventArgs e) => Trace += $"{((Activity)sender!).Name}={e.Item} ";

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Last = this;
        return base.Execute(executionContext);
    }
}

/// <summary>Records its name in the workflow.</summary>
public sealed class Step : Activity
{
    public Step(string name)
        : base(name)
    {
    }

    public Step()
    {
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Activity root = this;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        ((Tracing)root).OnCode(this, EventArgs.Empty);
        return ActivityExecutionStatus.Closed;
    }
}

/// <summary>Waits between two steps. The class has the form that the designer generates.</summary>
public sealed class Waits : Tracing
{
    private readonly Step _before;
    private readonly Reading _wait;
    private readonly Step _after;

    public Waits()
    {
        CanModifyActivities = true;
        Name = "waits";
        _before = new Step("before");
        _wait = new Reading("wait");
        _wait.Read += OnRead;
        _after = new Step("after");
        this.With(_before, _wait, _after);
        CanModifyActivities = false;
    }

    /// <summary>The names of the activities to which the fields refer.</summary>
    public string Fields => $"{_before.Name} {_wait.Name} {_after.Name}";
}

/// <summary>Contains a sequence that completes, a parallel activity that waits, and an if-else activity.</summary>
public sealed class Composites : Tracing
{
    public Composites()
    {
        Name = "composites";
        this.With(
            Sequence("done", new Step("inDone")),
            Parallel("parallel", Sequence("left", new Reading("readLeft")), Sequence("right", new Reading("readRight"))),
            new IfElseActivity("if").With(Branch("branch", null, new Step("inBranch"))));
    }
}

/// <summary>Loops three times over a sequence that waits.</summary>
public sealed class Loops : Tracing
{
    public Loops()
    {
        Name = "loops";
        Reading next = new("next");
        next.Read += OnRead;
        CodeCondition condition = new();
        condition.Condition += OnCondition;
        this.With(new WhileActivity("while") { Condition = condition }.With(Sequence("body", next, new Step("last"))));
    }

    public int Count { get; set; }

    private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = Count++ < 3;
}

/// <summary>Calls the test when it runs.</summary>
public sealed class CallTest : Activity
{
    public CallTest()
    {
    }

    public CallTest(string name)
        : base(name)
    {
    }

    [field: ThreadStatic]
    public static Action<Tracing>? Call { get; set; }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        Call?.Invoke((Tracing)GetActivityByName("calls")!);
        return ActivityExecutionStatus.Closed;
    }
}

/// <summary>Calls the test in a step.</summary>
public sealed class Calls : Tracing
{
    public Calls()
    {
        Name = "calls";
        this.With(new CallTest("call"), new Reading("wait"));
    }
}

/// <summary>Calls the test in a step of a transaction scope, and then waits in the scope.</summary>
public sealed class CallsInScope : Tracing
{
    public CallsInScope()
    {
        Name = "calls";
        this.With(new TransactionScopeActivity("scope").With(new CallTest("call"), new Reading("inScope")), new Reading("wait"));
    }
}

/// <summary>Calls the test in a step, on the thread that runs the step.</summary>
public sealed class CallsOnThread : Tracing
{
    public CallsOnThread()
    {
        Name = "calls";
        this.With(Code("call", static (_, _) => Call?.Invoke()), new Reading("wait"));
    }

    public static Action? Call { get; set; }
}

/// <summary>Accepts changes only while a test allows it.</summary>
public sealed class Conditional : Tracing
{
    public Conditional()
    {
        Name = "conditional";
        CodeCondition condition = new();
        condition.Condition += (_, e) => e.Result = IsAllowed;
        DynamicUpdateCondition = condition;
        this.With(new Reading("wait"));
    }

    [field: ThreadStatic]
    public static bool IsAllowed { get; set; }
}

/// <summary>Records the calls of its hooks, and throws in the hook that a test selects.</summary>
public sealed class Hooked : CompositeActivity
{
    public Hooked()
    {
    }

    public Hooked(string name)
        : base(name)
    {
    }

    [field: ThreadStatic]
    public static string? FailsIn { get; set; }

    [field: ThreadStatic]
    public static List<string>? Seen { get; set; }

    protected override void Initialize(IServiceProvider provider) => See("initialize");

    protected override void Uninitialize(IServiceProvider provider) => See("uninitialize");

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Executing;

    protected override void OnActivityChangeAdd(ActivityExecutionContext executionContext, Activity addedActivity) => See($"add {addedActivity.Name}");

    protected override void OnActivityChangeRemove(ActivityExecutionContext executionContext, Activity removedActivity) =>
        See($"remove {removedActivity.Name}");

    protected override void OnWorkflowChangesCompleted(ActivityExecutionContext executionContext) => See("completed");

    private void See(string hook)
    {
        Seen?.Add($"{Name} {hook}");
        if (FailsIn == $"{Name} {hook}")
        {
            throw new FormatException(FailsIn);
        }
    }
}

/// <summary>Contains an activity with children that runs until the instance ends and is notified of changes.</summary>
public sealed class Informed : Tracing
{
    public Informed()
    {
        Name = "informed";
        this.With(new Hooked("hooked").With(new Step("child")), new Step("never"));
    }
}

/// <summary>A custom activity with its own children and an event handler.</summary>
public sealed class Custom : SequenceActivity
{
    private readonly CodeActivity _first;

    public Custom()
    {
        CanModifyActivities = true;
        Name = "custom";
        _first = new CodeActivity("first");
        _first.ExecuteCode += OnFirst;
        this.With(_first, new DelayActivity("pause") { TimeoutDuration = TimeSpan.FromSeconds(5) });
        CanModifyActivities = false;
    }

    public string Text { get; set; } = "text";

    private void OnFirst(object? sender, EventArgs e) => ((Tracing)Parent!).Trace += $"{Text} {ReferenceEquals(sender, _first)} ";
}

/// <summary>Waits for one of two events.</summary>
public sealed class Listens : Tracing
{
    public Listens()
    {
        Name = "listens";
        this.With(new ListenActivity("listen").With(On("first", new Reading("readFirst")), On("second", new Reading("readSecond"))));
    }
}

/// <summary>Completes an activity that can be compensated, and waits.</summary>
public sealed class Compensates : Tracing
{
    public Compensates()
    {
        Name = "compensates";
        this.With(
            Compensatable("booking", new Step("book"), OnCompensate("undo", new Step("cancel"))),
            new Reading("wait"),
            new SequenceActivity("rest"));
    }
}

/// <summary>Contains a custom activity with its own children.</summary>
public sealed class HasCustom : Tracing
{
    public HasCustom()
    {
        Name = "hasCustom";
        this.With(new Custom());
    }
}
