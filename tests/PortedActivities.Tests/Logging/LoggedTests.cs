using PortedActivities.Logging;
using Workflow.Expressions;

namespace PortedActivities.Tests.Logging;

public sealed class LoggedTests
{
    private readonly Log _log = new();
    private readonly ExecutionLog _lines = new();

    [Fact]
    public async Task Result_OfTheBody_IsPassedOnAndLogged()
    {
        Started run = new(new Logged<int> { DisplayName = "Sum", Body = new Add<int, int, int> { Left = 20, Right = 22 } }, _lines);
        Assert.Equal(42, (await run.OutputsAsync())["Result"]);
        Assert.Equal(["Sum started", "Sum closed: 42"], _lines.Lines);
    }

    [Fact]
    public async Task Logged_AsAnArgument_IsAnExpressionLikeAnyOther()
    {
        Note note = new(_log, _ => "") { Text = new InArgument<string>(new Logged<string> { DisplayName = "Text", Body = "hello" }) };
        await new Started(note, _lines).OutputsAsync();
        _log.AssertIs("hello");
        Assert.Equal(["Text started", "Text closed: hello"], _lines.Lines);
    }

    [Fact]
    public async Task Logged_InLogged_LogsBoth()
    {
        Logged<int> inner = new() { DisplayName = "inner", Body = new Literal<int>(1) };
        await new Started(new Logged<int> { DisplayName = "outer", Body = inner }, _lines).OutputsAsync();
        Assert.Equal(["outer started", "inner started", "inner closed: 1", "outer closed: 1"], _lines.Lines);
    }

    [Fact]
    public async Task Host_WithoutALog_GetsOneByDefault() =>
        Assert.Equal(1, (await new Started(new Logged<int> { Body = new Literal<int>(1) }).OutputsAsync())["Result"]);

    [Fact]
    public async Task Cancel_WhileTheBodyWaits_IsLogged()
    {
        Started run = new(new Logged<int> { DisplayName = "Sum", Body = new Operation(_log, "body") { HeedsToken = true } }, _lines);
        run.Cancel();

        await run.AssertCanceledAsync();
        Assert.Equal(["Sum started", "Sum asked to cancel", "Sum canceled"], _lines.Lines);
    }

    [Fact]
    public async Task Fault_OfTheBody_IsLoggedAndLeaves()
    {
        InvalidTimeZoneException thrown = new("no zone");
        Operation body = new(_log, "body");
        Started run = new(new Logged<int> { DisplayName = "Sum", Body = body }, _lines);
        body.Fail(thrown);

        await run.AssertFailedAsync(thrown);
        Assert.Equal(["Sum started", "Sum failed: no zone", "Sum aborted: no zone"], _lines.Lines);
    }

    [Fact]
    public async Task Fault_HandledByAnAncestor_LogsTheCompletion()
    {
        Operation body = new(_log, "body");
        TryCatch guarded = new() { Try = new Logged<int> { DisplayName = "Sum", Body = body }, Catches = { new Catch<InvalidTimeZoneException>() } };
        Started run = new(guarded, _lines);
        body.Fail(new InvalidTimeZoneException("no zone"));

        await run.OutputsAsync();
        Assert.Equal(["Sum started", "Sum failed: no zone", "Sum asked to cancel", "Sum faulted"], _lines.Lines);
    }

    [Fact]
    public async Task Termination_OfTheWorkflow_IsLogged()
    {
        Logged<int> waiting = new() { DisplayName = "Sum", Body = new Operation(_log, "body") };
        Started run = new(new Parallel { Branches = { waiting, new TerminateWorkflow { Reason = "enough" } } }, _lines);

        await Assert.ThrowsAsync<WorkflowTerminatedException>(run.OutputsAsync);
        Assert.Equal(["Sum started", "Sum aborted: enough"], _lines.Lines);
    }

    [Fact]
    public void Body_None_IsRefused()
    {
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(new Logged<int>()));
        Assert.Contains("has nothing to log", invalid.Message, StringComparison.Ordinal);
    }
}
