using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The state machine of status and result (A.3), subscriptions (A.4) and contexts (A.5).</summary>
[Trait("Paragraph", "A.3")]
public sealed class AutomatonTests
{
    private readonly List<string> _trace = [];

    [Theory]
    [InlineData(ActivityExecutionStatus.Initialized)]
    [InlineData(ActivityExecutionStatus.Canceling)]
    [InlineData(ActivityExecutionStatus.Compensating)]
    [InlineData(ActivityExecutionStatus.Faulting)]
    public void Execute_InvalidStatusReturned_Faults(ActivityExecutionStatus returned)
    {
        using Run run = Run.Of(new Waiting("w", _trace) { OnExecute = _ => returned });
        Assert.Equal(
            $"'w' returned '{returned}' while its status was 'Executing'; return 'Executing' or 'Closed'.",
            Assert.IsType<InvalidOperationException>(run.Exception).Message);
        Assert.Equal(["w executes", "w faults", "w closed"], _trace);
    }

    [Theory]
    [InlineData(ActivityExecutionStatus.Initialized)]
    [InlineData(ActivityExecutionStatus.Executing)]
    [InlineData(ActivityExecutionStatus.Compensating)]
    public void HandleFault_InvalidStatusReturned_ClosesWithException(ActivityExecutionStatus returned)
    {
        using Run run = Run.Of(new Waiting("w", _trace) { OnExecute = _ => throw new FormatException(), OnFault = _ => returned });
        Assert.Contains($"returned '{returned}' while its status was 'Faulting'", run.Exception!.Message, StringComparison.Ordinal);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void CloseActivity_Twice_IsRefused()
    {
        InvalidOperationException? refused = null;
        Waiting waiting = new("w", _trace)
        {
            OnExecute = context =>
            {
                context.CloseActivity();
                refused = Assert.Throws<InvalidOperationException>(context.CloseActivity);
                return ActivityExecutionStatus.Closed;
            },
        };
        using Run run = Run.Of(waiting);
        Assert.Equal("'w' cannot close: its status is 'Closed'; close an activity once, while it runs.", refused!.Message);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void ExecuteActivity_Twice_IsRefused()
    {
        using Run run = Run.Of(new Composite("c", (context, child) =>
        {
            context.ExecuteActivity(child);
            context.ExecuteActivity(child);
        }).With(Code("a", _trace)));
        Assert.Equal("'a' cannot be executed: its status is 'Executing'; that is possible while it is 'Initialized'.", run.Exception!.Message);
    }

    [Fact]
    public void CancelActivity_ChildNotRunning_IsRefused()
    {
        using Run run = Run.Of(new Composite("c", (context, child) => context.CancelActivity(child)).With(Code("a", _trace)));
        Assert.Equal("'a' cannot be canceled: its status is 'Initialized'; that is possible while it is 'Executing'.", run.Exception!.Message);
    }

    [Fact]
    public void CloseActivity_WithAnActiveChild_IsRefused()
    {
        using Run run = Run.Of(new Composite("c", (context, child) =>
        {
            context.ExecuteActivity(child);
            context.CloseActivity();
        }).With(new Waiting("w", _trace)));
        Assert.Equal("'c' cannot close: one of its children is active; wait for the Closed event of each child.", run.Exception!.Message);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.5")]
    public void ExecuteActivity_NotAChild_IsRefused()
    {
        CodeActivity other = Code("other", _trace);
        using Run run = Run.Of(Sequence("s", new Composite("c", (context, _) => context.ExecuteActivity(other)).With(Code("a", _trace)), other));
        Assert.StartsWith("'other' is not an enabled child of 'c'", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.5")]
    public void Context_AfterItsCall_IsRefused()
    {
        ActivityExecutionContext? kept = null;
        using Run run = Run.Of(new Waiting("w", _trace)
        {
            OnExecute = context =>
            {
                kept = context;
                return ActivityExecutionStatus.Closed;
            },
        });
        Assert.Throws<ObjectDisposedException>(() => kept!.Activity);
        Assert.Throws<ObjectDisposedException>(() => kept!.CloseActivity());
        Assert.Throws<ObjectDisposedException>(() => kept!.GetService<string>());
    }

    [Fact]
    [Trait("Paragraph", "A.4")]
    public void StatusEvents_ActivityCompletes_AreInOrder()
    {
        CodeActivity code = Code("a", _trace);
        code.StatusChanged += (_, e) => _trace.Add($"{e.Activity.Name} {e.ExecutionStatus} {e.ExecutionResult}");
        code.Closed += (_, e) => _trace.Add($"closed {e.Activity.Name}");
        using Run run = Run.Of(code);
        Assert.Equal(["a Executing None", "a", "a Closed Succeeded", "closed a"], _trace);
        Assert.Equal(ActivityExecutionResult.Uninitialized, code.ExecutionResult);
    }

    [Fact]
    [Trait("Paragraph", "A.4")]
    public void RegisterForStatusChange_ListenerIsNoActivity_IsRefused() =>
        Assert.Throws<ArgumentException>(() => new Activity("a").RegisterForStatusChange(Activity.ClosedEvent, new NoActivity()));

    [Fact]
    [Trait("Paragraph", "A.4")]
    public void RegisterForStatusChange_OfAnotherEvent_IsRefused() =>
        Assert.Throws<ArgumentException>(() => new Activity("a").RegisterForStatusChange(CodeActivity.ExecuteCodeEvent, new SequenceActivity()));

    [Fact]
    public void OnEvent_Throws_FaultsSubscriber()
    {
        using Run run = Run.Of(new Composite("c", (context, child) => context.ExecuteActivity(child))
        {
            OnChildClosed = _ => throw new FormatException("event")
        }.With(Code("a", _trace)));
        Assert.Equal("event", run.Exception!.Message);
        Assert.Equal(["a"], _trace);
    }

    private sealed class NoActivity : IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
    {
        public void OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) => throw new NotSupportedException("No change was made.");
    }

    private sealed class Composite(string name, Action<ActivityExecutionContext, Activity> execute)
        : CompositeActivity(name), IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
    {
        public Action<ActivityExecutionContext> OnChildClosed { get; init; } = static context => context.CloseActivity();

        void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
        {
            e.Activity.UnregisterForStatusChange(ClosedEvent, this);
            if (!EnabledActivities.Any(child => child.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized)))
            {
                OnChildClosed((ActivityExecutionContext)sender);
            }
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            Activities[0].RegisterForStatusChange(ClosedEvent, this);
            execute(executionContext, Activities[0]);
            return ActivityExecutionStatus.Executing;
        }
    }
}
