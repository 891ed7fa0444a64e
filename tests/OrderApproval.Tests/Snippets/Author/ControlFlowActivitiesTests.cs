using Workflow;
using Workflow.Hosting;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class ControlFlowActivitiesTests
{
    [Fact]
    public void Backwards_OfSteps_RunsTheLastOneFirst() => Assert.Equal(
        "c\nb\na\n",
        GettingStarted.Output(new Backwards { Steps = { new WriteLine { Text = "a" }, new WriteLine { Text = "b" }, new WriteLine { Text = "c" } } }));

    [Fact]
    public void RetryAtOnce_BodySucceedsAtThirdAttempt_RunsItThreeTimes()
    {
        int tries = 0;
        WorkflowInvoker.Invoke(new RetryAtOnce { Attempts = 3, Body = new Work(() => _ = ++tries < 3 ? throw new TimeoutException() : 0) });
        Assert.Equal(3, tries);
    }

    [Fact]
    public void RetryAtOnce_BodyAlwaysFails_ThrowsTheLastException()
    {
        int tries = 0;
        RetryAtOnce retry = new() { Attempts = 2, Body = new Work(() => throw new TimeoutException($"try {++tries}")) };
        Assert.Equal("try 2", Assert.Throws<TimeoutException>(() => WorkflowInvoker.Invoke(retry)).Message);
    }

    [Fact]
    public void RetryAtOnce_BodyFailsHalfWay_RestartsTheBody()
    {
        List<string> log = [];
        int tries = 0;
        Sequence body = new()
        {
            Activities = { new Work(() => _ = ++tries < 2 ? throw new TimeoutException() : 0), new Work(() => log.Add($"after try {tries}")) },
        };
        WorkflowInvoker.Invoke(new RetryAtOnce { Attempts = 2, Body = body });
        Assert.Equal(["after try 2"], log);
    }

    [Fact]
    public void FirstOf_SeveralCandidates_TakesTheFirstAndCancelsTheRest()
    {
        FirstOf<int> first = new()
        {
            Candidates = { Candidate(new NeverEnding()), Candidate(new Answer(42)), Candidate(new Answer(43)) },
        };
        Assert.Equal(42, WorkflowInvoker.Invoke(first));
    }

    [Fact]
    public async Task FirstOf_Canceled_CancelsItsCandidates()
    {
        using CancellationTokenSource cancellation = new();
        Task<int> run = WorkflowInvoker.InvokeAsync(
            new FirstOf<int> { Candidates = { Candidate(new NeverEnding()) } }, cancellationToken: cancellation.Token);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
    }

    [Fact]
    public async Task Gate_Opened_RunsItsBody()
    {
        bool hasRun = false;
        WorkflowInvoker invoker = new(new Gate { Body = new Work(() => hasRun = true) });
        GateExtension opener = new();
        invoker.Extensions.Add(opener);
        Task run = invoker.InvokeAsync();
        Assert.False(hasRun);
        await opener.OpenAsync();
        await run;
        Assert.True(hasRun);
    }

    private static ActivityFunc<int> Candidate(Activity<int> handler)
    {
        DelegateOutArgument<int> result = new();
        handler.Result = result;
        return new ActivityFunc<int> { Result = result, Handler = handler };
    }

    private sealed class Work(Action work) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => work();
    }

    private sealed class Answer(int value) : CodeActivity<int>
    {
        protected override int Execute(CodeActivityContext context) => value;
    }

    private sealed class NeverEnding : AsyncCodeActivity<int>
    {
        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
            return 0;
        }
    }

    private sealed class GateExtension : IWorkflowInstanceExtension
    {
        private WorkflowInstanceProxy? _instance;

        public IEnumerable<object>? GetAdditionalExtensions() => null;

        public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

        public async Task OpenAsync() => Assert.Equal(BookmarkResumptionResult.Success, await _instance!.ResumeBookmarkAsync(new Bookmark("open"), null));
    }
}
