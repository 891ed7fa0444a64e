using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The actions that an application can choose for an exception that nothing in the workflow handles.</summary>
public sealed class UnhandledExceptionTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("5.5")]
    [Rule("16.4")]
    public void UnhandledException_WithoutAHandler_Terminates()
    {
        TimeoutException thrown = new("late");
        Hosted hosted = Hosted.Inline(_log, new Sequence { Activities = { new Step(_log, "step", thrown) } });
        hosted.Application.OnUnhandledException = null;
        hosted.Run();
        _log.AssertIs("step", "completed Faulted late", "unloaded");
        Assert.Same(thrown, Finished.ResultOf(hosted.Application.Completion).TerminationException);
    }

    [Fact]
    [Rule("16.4")]
    public void Terminate_WithOtherBranches_AbortsThem()
    {
        Hosted hosted = Hosted.Inline(_log, Faulty(new TimeoutException("late"))).Run();
        hosted.Resume("w");
        _log.AssertIs(
            "other waits",
            "w waits",
            "idle other w",
            "w resumed ",
            "faulty",
            "unhandled late from faulty 5",
            "other aborts",
            "completed Faulted late",
            "unloaded");
    }

    [Fact]
    [Rule("16.4")]
    public void Abort_EndsWithoutCompletion()
    {
        Hosted hosted = Hosted.Inline(_log, Faulty(new TimeoutException("late")));
        hosted.OnUnhandled = UnhandledExceptionAction.Abort;
        hosted.Run().Resume("w");
        _log.AssertIs("other waits", "w waits", "idle other w", "w resumed ", "faulty", "unhandled late from faulty 5", "other aborts", "aborted late");
        Assert.IsType<TimeoutException>(((WorkflowApplicationAbortedEventArgs)hosted.Last!).Reason);
    }

    [Fact]
    [Rule("5.5")]
    [Rule("16.4")]
    public void Cancel_WithOtherBranches_CancelsThemAndDropsTheException()
    {
        Hosted hosted = Hosted.Inline(_log, Faulty(new TimeoutException("late")));
        hosted.OnUnhandled = UnhandledExceptionAction.Cancel;
        hosted.Run().Resume("w");
        _log.AssertIs(
            "other waits",
            "w waits",
            "idle other w",
            "w resumed ",
            "faulty",
            "unhandled late from faulty 5",
            "other cancels",
            "completed Canceled",
            "unloaded");
    }

    [Fact]
    [Rule("5.5")]
    public void Cancel_RootFaulted_IsCanceled()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "root", new TimeoutException("late")));
        hosted.OnUnhandled = UnhandledExceptionAction.Cancel;
        hosted.Run();
        _log.AssertIs("root", "unhandled late from root 1", "completed Canceled", "unloaded");
        Assert.Null(Finished.ResultOf(hosted.Application.Completion).TerminationException);
    }

    [Fact]
    [Rule("5.5")]
    public void Cancel_IgnoredByTheRoot_IsClosed()
    {
        Probe root = new(_log, "root", new Step(_log, "faulty", new TimeoutException("late"))) { OnCancel = _ => { } };
        Hosted hosted = Hosted.Inline(_log, root);
        hosted.OnUnhandled = UnhandledExceptionAction.Cancel;
        hosted.Run();
        _log.AssertIs("root executes", "faulty", "unhandled late from faulty 2", "root cancels", "root < faulty Faulted", "completed Closed", "unloaded");
    }

    [Theory]
    [InlineData(UnhandledExceptionAction.Cancel, "body|faulty|unhandled late from faulty 3|undo|completed Canceled|unloaded")]
    [InlineData(UnhandledExceptionAction.Terminate, "body|faulty|unhandled late from faulty 3|completed Faulted late|unloaded")]
    [Rule("11.2")]
    public void Cancel_CompensatesAtTheEnd(UnhandledExceptionAction action, string expected)
    {
        Sequence root = new()
        {
            Activities =
            {
                new CompensableActivity { Body = new Step(_log, "body"), CompensationHandler = new Step(_log, "undo") },
                new Step(_log, "faulty", new TimeoutException("late")),
            },
        };
        Hosted hosted = Hosted.Inline(_log, root);
        hosted.OnUnhandled = action;
        hosted.Run();
        Assert.Equal(expected.Split('|'), _log.Entries.Select(entry => entry.Replace("faulty 4", "faulty 3", StringComparison.Ordinal)));
    }

    [Fact]
    [Rule("11.2")]
    public void Cancel_RootFaulted_Compensates()
    {
        Probe root = new(_log, "root", new CompensableActivity { Body = new Step(_log, "body"), CompensationHandler = new Step(_log, "undo") })
        {
            OnChild = (_, _) => throw new TimeoutException("late"),
        };
        Hosted hosted = Hosted.Inline(_log, root);
        hosted.OnUnhandled = UnhandledExceptionAction.Cancel;
        hosted.Run();
        _log.AssertIs(
            "root executes",
            "body",
            "root < CompensableActivity Closed",
            "root aborts",
            "unhandled late from root 1",
            "undo",
            "completed Canceled",
            "unloaded");
    }

    [Fact]
    [Rule("5.5")]
    [Rule("16.1.2")]
    public void Handler_ThatThrows_AbortsWithItsError()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "root", new TimeoutException("late")));
        hosted.Also["unhandled"] = () => throw new InvalidOperationException("lost");
        hosted.Run();
        _log.AssertIs("root", "unhandled late from root 1", "aborted lost");
    }

    [Fact]
    [Rule("5.5")]
    public void Handler_ReturnsAnUndefinedValue_Aborts()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "root", new TimeoutException("late")));
        hosted.OnUnhandled = (UnhandledExceptionAction)17;
        hosted.Run();
        Assert.IsType<ArgumentOutOfRangeException>(((WorkflowApplicationAbortedEventArgs)hosted.Last!).Reason);
        Assert.StartsWith("aborted OnUnhandledException", _log.Entries[^1], StringComparison.Ordinal);
    }

    [Fact]
    [Rule("16.4")]
    public void EventArgs_NameTheSource()
    {
        Step step = new(_log, "step", new TimeoutException("late"));
        Hosted hosted = Hosted.Inline(_log, new Sequence { Activities = { step } });
        WorkflowApplicationUnhandledExceptionEventArgs? args = null;
        hosted.Application.OnUnhandledException = told =>
        {
            args = told;
            return UnhandledExceptionAction.Terminate;
        };
        hosted.Run();
        Assert.Same(step, args!.ExceptionSource);
        Assert.Equal(("2", hosted.Application.Id), (args.ExceptionSourceInstanceId, args.InstanceId));
        Assert.IsType<TimeoutException>(args.UnhandledException);
    }

    [Fact]
    [Rule("5.5")]
    public void UnhandledException_OfAnAsyncActivity_CallsTheHandler()
    {
        Operation operation = new(_log, "operation");
        Hosted.Inline(_log, new Sequence { Activities = { operation } }).Run();
        operation.Fail(new TimeoutException("late"));
        _log.AssertIs("operation starts", "idle", "unhandled late from operation 2", "completed Faulted late", "unloaded");
    }

    /// <summary>Creates a workflow that fails after a wait, while another branch waits as well.</summary>
    private Parallel Faulty(Exception thrown) => new()
    {
        Branches = { new Wait(_log, "other"), new Sequence { Activities = { new Wait(_log, "w"), new Step(_log, "faulty", thrown) } } },
    };
}
