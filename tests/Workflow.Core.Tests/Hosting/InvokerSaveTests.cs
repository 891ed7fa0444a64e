using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>An invoker uses no store. Its persistence participants save at a <see cref="Persist"/> and at the end.</summary>
[Rule("7.4")]
[Rule("17.1")]
public sealed class InvokerSaveTests
{
    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public void Invoke_RunsParticipantsAtPersistAndAtTheEnd()
    {
        Invoker(new Sequence { Activities = { new Persist(), new Step(_log, "step") } }, new Saver(_log)).Invoke();
        _log.AssertIs("save collects", "step", "save collects");
    }

    [Fact]
    public void Invoke_WhenTheWorkflowIsTerminated_SavesItsEnd()
    {
        WorkflowInvoker invoker = Invoker(new TerminateWorkflow { Reason = new InArgument<string>("enough") }, new Saver(_log));
        Assert.Throws<WorkflowTerminatedException>(() => invoker.Invoke());
        _log.AssertIs("save collects");
    }

    [Fact]
    public void Invoke_WhenAnExceptionIsNotHandled_SavesTheEnd()
    {
        WorkflowInvoker invoker = Invoker(new Step(_log, "fails", new FormatException()), new Saver(_log));
        Assert.Throws<FormatException>(() => invoker.Invoke());
        _log.AssertIs("fails", "save collects");
    }

    [Fact]
    public void Invoke_WhenTheWorkflowIsAborted_SavesNothing()
    {
        Probe root = new(_log, "root") { Body = context => context.Abort(new FormatException()) };
        Assert.Throws<WorkflowApplicationAbortedException>(() => Invoker(root, new Saver(_log)).Invoke());
        Assert.DoesNotContain("save collects", _log.Entries);
    }

    [Fact]
    public void Invoke_IOEndsOnAnotherThread_ContinuesOnTheCallersThread()
    {
        int caller = Environment.CurrentManagedThreadId, after = 0;
        IOSaver? io = null;
        io = new IOSaver(_log) { OnSave = (_, _) => _ = Task.Run(() => io!.Succeed()) };
        Invoker(new Sequence { Activities = { new Persist(), new Step(_log, "step", _ => after = Environment.CurrentManagedThreadId) } }, io).Invoke();
        Assert.Equal(caller, after);
        _log.AssertIs("io collects", "io saves", "io saved", "step", "io collects", "io saves", "io saved");
    }

    [Fact]
    public async Task InvokeAsync_WithInputAndOutput_EndsAfterTheLastSave()
    {
        IOSaver io = new(_log);
        Task run = Start(new Sequence { Activities = { new Persist(), new Step(_log, "step") } }, io);
        io.Succeed();
        Assert.False(run.IsCompleted);
        _log.AssertIs("io collects", "io saves", "io saved", "step", "io collects", "io saves");
        io.Succeed();
        await run.WaitAsync(HangGuard.Limit);
    }

    [Fact]
    [Rule("17.3")]
    public async Task InvokeAsync_WithAContext_SavesThere()
    {
        PumpContext pump = new();
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(pump);
        IOSaver io = new(_log) { OnSave = (_, _) => _log.Add($"{SynchronizationContext.Current == pump}") };
        Task run = Invoker(new Persist(), io).InvokeAsync();
        SynchronizationContext.SetSynchronizationContext(before);
        pump.Pump();
        io.Succeed();
        pump.Pump();
        io.Succeed();
        pump.Pump();
        await run.WaitAsync(HangGuard.Limit);
        _log.AssertIs("io collects", "io saves", "True", "io saved", "io collects", "io saves", "True", "io saved");
    }

    [Fact]
    [Rule("16.8")]
    public void Invoke_PersistFails_ThrowsAbortedException()
    {
        FormatException failure = new("disk full");
        WorkflowInvoker invoker = Invoker(
            new Sequence { Activities = { new Persist(), new Step(_log, "step") } },
            new Saver(_log) { OnCollect = () => throw failure });
        Assert.Same(failure, Assert.Throws<WorkflowApplicationAbortedException>(() => invoker.Invoke()).InnerException);
        _log.AssertIs("save collects");
    }

    [Fact]
    [Rule("16.8")]
    public void Invoke_LastSaveFails_ThrowsAbortedException()
    {
        FormatException failure = new("disk full");
        WorkflowInvoker invoker = Invoker(new Step(_log, "step"), new Saver(_log) { OnCollect = () => throw failure });
        WorkflowApplicationAbortedException aborted = Assert.Throws<WorkflowApplicationAbortedException>(() => invoker.Invoke());
        Assert.Same(failure, aborted.InnerException);
        Assert.Contains("was not saved", aborted.Message, StringComparison.Ordinal);
        Assert.Throws<WorkflowApplicationAbortedException>(() => invoker.Invoke());
    }

    [Fact]
    [Rule("16.8")]
    public void Invoke_LastSaveFailsAfterAFault_ReportsBoth()
    {
        FormatException failure = new("disk full");
        InvalidOperationException first = new("boom");
        WorkflowInvoker invoker = Invoker(new Step(_log, "step", first), new Saver(_log) { OnCollect = () => throw failure });
        AggregateException both = Assert.IsType<AggregateException>(Assert.Throws<WorkflowApplicationAbortedException>(() => invoker.Invoke()).InnerException);
        Assert.Equal([first, failure], both.InnerExceptions);
    }

    [Fact]
    [Rule("16.8")]
    public async Task InvokeAsync_LastSaveFails_ThrowsAbortedException()
    {
        FormatException failure = new("disk full");
        IOSaver io = new(_log);
        Task run = Start(new Step(_log, "step"), io);
        io.Fail(failure);
        Assert.Same(failure, (await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => run.WaitAsync(HangGuard.Limit))).InnerException);
    }

    [Fact]
    [Rule("17.2")]
    public async Task Timeout_WhilePersistWaits_CancelsTheSave()
    {
        IOSaver io = new(_log) { OnAbort = () => throw new InvalidOperationException("ignored") };
        Task run = Start(new Sequence { Activities = { new Persist(), new Step(_log, "step") } }, io);
        _clock.Advance(TimeSpan.FromMinutes(1));
        await AssertTimedOut(run);
        Assert.True(io.Token.IsCancellationRequested);
        _log.AssertIs("io collects", "io saves", "io aborts");
    }

    [Fact]
    [Rule("17.2")]
    public async Task Timeout_WhileTheLastSaveWaits_CancelsTheSave()
    {
        IOSaver io = new(_log);
        Task run = Start(new Step(_log, "step"), io);
        _clock.Advance(TimeSpan.FromMinutes(1));
        await AssertTimedOut(run);
        _log.AssertIs("step", "io collects", "io saves", "io aborts");
    }

    [Fact]
    [Rule("17.2")]
    public async Task Timeout_BeforeASynchronousSave_IsNotDetected()
    {
        Sequence late = new() { Activities = { new Step(_log, "late", _ => _clock.Advance(TimeSpan.FromMinutes(1))), new Persist() } };
        await Start(late, new IOSaver(_log) { IsPrompt = true }).WaitAsync(HangGuard.Limit);
        await AssertTimedOut(Start(late, new IOSaver(_log)));
    }

    [Fact]
    public async Task Saves_EndingOnManyThreadsAmongOperations_AllArrive()
    {
        // Tests the race at the end of a save: the end arrives while the owner of the instance ends its turn.
        for (int round = 0; round < 500; round++)
        {
            Statements.Parallel root = new();
            for (int i = 0; i < 3; i++)
            {
                root.Branches.Add(new Sequence { Activities = { new Yielding(), new Persist(), new Yielding() } });
            }

            await Invoker(root, new YieldingSaver()).InvokeAsync().WaitAsync(HangGuard.Limit);
        }
    }

    [Fact]
    public void Saves_EndingOnOtherThreadsUnderInvoke_AllArrive()
    {
        for (int round = 0; round < 200; round++)
        {
            Sequence branch = new() { Activities = { new Yielding(), new Persist(), new Yielding() } };
            Invoker(branch, new YieldingSaver()).Invoke(HangGuard.Limit);
        }
    }

    /// <summary>Asserts that the workflow timed out by its own clock, not by the limit of the test.</summary>
    private static async Task AssertTimedOut(Task run) =>
        Assert.Contains(
            "within its timeout",
            (await Assert.ThrowsAsync<TimeoutException>(() => run.WaitAsync(HangGuard.Limit))).Message,
            StringComparison.Ordinal);

    private Task Start(Activity root, object participant)
    {
        WorkflowInvoker invoker = Invoker(root, participant);
        return Started.WithoutContext(() => invoker.InvokeAsync(null, TimeSpan.FromMinutes(1)));
    }

    private WorkflowInvoker Invoker(Activity root, object participant)
    {
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(participant);
        invoker.Extensions.Add(_clock);
        return invoker;
    }

    private sealed class Yielding : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    private sealed class YieldingSaver() : Workflow.Persistence.PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        protected override async Task OnSaveAsync(
            IDictionary<System.Xml.Linq.XName, object?> readWriteValues,
            IDictionary<System.Xml.Linq.XName, object?> writeOnlyValues,
            CancellationToken cancellationToken) => await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);

        protected override void Abort()
        {
        }
    }
}
