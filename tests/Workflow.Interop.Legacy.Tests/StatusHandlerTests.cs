using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>
/// Handlers of status events in the form that activities of applications use: they run children, and get their context from the sender (A.4, A.13a).
/// </summary>
[Trait("Paragraph", "A.4")]
public sealed class StatusHandlerTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Handler_OfActivity_GetsItsContext()
    {
        using Run run = Run.Of(Sequence("root", new ByHandlers("all").With(Code("a", _trace), Code("b", _trace)), Code("c", _trace)));
        Assert.Equal(["a", "b", "c"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Handler_Throws_FaultsDeclaringActivity()
    {
        FormatException thrown = new("handler");
        using Run run = Run.Of(Sequence(
            "root",
            new ByHandlers("all") { Failure = thrown }.With(Code("a", _trace), Code("b", _trace)),
            Handlers("handlers", Handler<FormatException>("handler", Code("handled", _trace)))));
        Assert.Equal(["a", "handled"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Handler_NotAnActivityMethod_GetsRootContext()
    {
        CodeActivity code = Code("a", _trace);
        code.Closed += (sender, e) => _trace.Add($"{((ActivityExecutionContext)sender!).Activity.Name} {e.Activity.Name}");
        using Run run = Run.Of(Sequence("root", code));
        Assert.Equal(["a", "host a"], _trace);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Handler_AddedByStep_GetsContextOfAddingActivity(bool isCloned)
    {
        ByLambda lambda = new("lambda") { IsCloned = isCloned };
        using Run run = Run.Of(Sequence("root", Sequence("between", lambda.With(Code("a", _trace))), Code("after", _trace)));
        Assert.Equal(["a", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Handler_AddedByStepThrows_FaultsAddingActivity()
    {
        using Run run = Run.Of(Sequence(
            "root",
            Sequence(
                "between",
                new ByLambda("lambda") { Failure = new FormatException("handler") }.With(Code("a", _trace)),
                Handlers("handlers", Handler<FormatException>("handler", Code("handled", _trace)))),
            Code("after", _trace)));
        Assert.Equal(["a", "handled", "after"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    /// <summary>An activity that repeats its child removes the exception from the clone that faults.</summary>
    [Theory]
    [InlineData(3, 2, "Completed")]
    [InlineData(2, 2, "Completed")]
    [InlineData(1, 2, "Terminated")]
    [Trait("Paragraph", "A.6")]
    public void Exception_RemovedByFaultingHandler_DoesNotReachParent(int repetitions, int failures, string last)
    {
        int left = failures;
        CodeActivity code = Code("a", (_, _) =>
        {
            _trace.Add("try");
            if (left-- > 0)
            {
                throw new FormatException("again");
            }
        });
        using Run run = Run.Of(Sequence("root", new Repeats("repeats") { Repetitions = repetitions }.With(code)));
        Assert.Equal(last, run.Last);
        Assert.Equal(Math.Min(repetitions, failures) + 1, _trace.Count);
        Assert.Equal(last == "Completed", run.Exception is null);
    }

    /// <summary>Runs its children one after the other with event handlers instead of a listener.</summary>
    public sealed class ByHandlers(string name) : CompositeActivity(name)
    {
        public Exception? Failure { get; set; }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            RunNext(executionContext);
            return ActivityExecutionStatus.Executing;
        }

        private void RunNext(ActivityExecutionContext context)
        {
            Activity? next = EnabledActivities.FirstOrDefault(static child => child.ExecutionStatus == ActivityExecutionStatus.Initialized);
            if (next is null)
            {
                context.CloseActivity();
                return;
            }

            next.Closed += OnChildClosed;
            context.ExecuteActivity(next);
        }

        private void OnChildClosed(object? sender, ActivityExecutionStatusChangedEventArgs e)
        {
            ActivityExecutionContext context = (ActivityExecutionContext)sender!;
            Assert.Same(this, context.Activity);
            e.Activity.Closed -= OnChildClosed;
            if (ExecutionStatus != ActivityExecutionStatus.Executing)
            {
                return;
            }

            if (Failure is not null)
            {
                throw Failure;
            }

            RunNext(context);
        }
    }

    /// <summary>Runs its child or a clone of the child. The handler is not a method of an activity. It closes the activity of its sender.</summary>
    public sealed class ByLambda(string name) : CompositeActivity(name)
    {
        public bool IsCloned { get; set; }

        public Exception? Failure { get; set; }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            bool isCloned = IsCloned;
            Exception? failure = Failure;
            ActivityExecutionContext context = isCloned
                ? executionContext.ExecutionContextManager.CreateExecutionContext(EnabledActivities[0])
                : executionContext;
            Activity child = isCloned ? context.Activity : EnabledActivities[0];
            child.Closed += (sender, e) =>
            {
                if (failure is not null)
                {
                    throw failure;
                }

                ActivityExecutionContext own = (ActivityExecutionContext)sender!;
                if (isCloned)
                {
                    own.ExecutionContextManager.CompleteExecutionContext(own.ExecutionContextManager.GetExecutionContext(e.Activity)!);
                }

                own.CloseActivity();
            };
            context.ExecuteActivity(child);
            return ActivityExecutionStatus.Executing;
        }
    }

    /// <summary>Runs a clone of its child again after an exception.</summary>
    public sealed class Repeats(string name) : CompositeActivity(name)
    {
        private int _run;

        public int Repetitions { get; set; }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            RunAgain(executionContext);
            return ActivityExecutionStatus.Executing;
        }

        private void RunAgain(ActivityExecutionContext context)
        {
            ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(EnabledActivities[0]);
            inner.Activity.Closed += OnClosed;
            inner.Activity.Faulting += OnFaulting;
            inner.ExecuteActivity(inner.Activity);
        }

        private void OnFaulting(object? sender, ActivityExecutionStatusChangedEventArgs e)
        {
            if (_run < Repetitions)
            {
                e.Activity.SetValue(ActivityExecutionContext.CurrentExceptionProperty, null);
            }
        }

        private void OnClosed(object? sender, ActivityExecutionStatusChangedEventArgs e)
        {
            ActivityExecutionContext context = (ActivityExecutionContext)sender!;
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!);
            if (e.ExecutionResult == ActivityExecutionResult.Faulted && _run++ < Repetitions)
            {
                RunAgain(context);
                return;
            }

            context.CloseActivity();
        }
    }
}
