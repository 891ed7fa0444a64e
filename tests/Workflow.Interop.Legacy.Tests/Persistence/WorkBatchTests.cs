extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Pending work is committed with the save of its instance, or not at all (A.7, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class WorkBatchTests
{
    private readonly List<string> _trace = [];
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Works _first;
    private readonly Works _second;

    public WorkBatchTests()
    {
        _store = new InMemoryInstanceStore(_clock);
        _first = new Works("first", _trace);
        _second = new Works("second", _trace);
    }

    [Fact]
    public void Work_SeveralItems_CommitInOrderWithSave()
    {
        using Host host = Start(unloadOnIdle: true, () =>
        {
            WorkflowEnvironment.WorkBatch.Add(_first, 1);
            WorkflowEnvironment.WorkBatch.Add(_first, 2);
            WorkflowEnvironment.WorkBatch.Add(_second, 3);
            WorkflowEnvironment.WorkBatch.Add(_first, 4);
        });
        Assert.Equal(["first commits 1,2", "second commits 3", "first commits 4", "first done 1,2,4", "second done 3"], _trace);
        Assert.Single(_first.Transactions.Concat(_second.Transactions).Distinct());
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());
    }

    [Theory]
    [InlineData(false, new string[0])]
    [InlineData(true, new[] { "first commits 1", "first done 1" })]
    [Trait("Paragraph", "A.7")]
    public void Work_InstanceStaysLoaded_CommitsIfRequired(bool must, string[] expected)
    {
        _first.Must = must;
        using Host host = Start(unloadOnIdle: false, () => WorkflowEnvironment.WorkBatch.Add(_first, 1));
        Assert.Equal(expected, _trace);
        host.Send(host.Runtime.GetLoadedWorkflows().Single(), "q", null);
        Assert.Equal(["first commits 1", "first done 1"], _trace);
    }

    [Fact]
    public void Work_WithoutAPersistenceService_IsCommittedAtTheEnd()
    {
        using Run run = Run.Of(Code("c", (_, _) => WorkflowEnvironment.WorkBatch.Add(_first, "x")));
        Assert.Equal(["first commits x", "first done x"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public async Task Work_FailsWhileInstanceWaits_IsKeptForNextSave()
    {
        _first.OnCommit = new FormatException("no");
        using Host host = Start(unloadOnIdle: true, () => WorkflowEnvironment.WorkBatch.Add(_first, 1));
        Assert.Equal(["first commits 1", "first failed 1"], _trace);
        Assert.Equal(["Idled"], host.Take());
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        Assert.Equal(
            $"The workflow instance '{instance.InstanceId}' could not be saved: no",
            Assert.IsType<PersistenceException>(Assert.Single(host.Failures)).Message);
        Assert.Empty(await Stored.AllAsync(_store));

        Assert.Throws<PersistenceException>(instance.Unload);
        _first.OnCommit = null;
        _trace.Clear();
        instance.Unload();
        Assert.Equal(["first commits 1", "first done 1"], _trace);
        Assert.Single(await Stored.AllAsync(_store));
    }

    [Fact]
    public void Work_FailsAtEnd_TerminatesInstance()
    {
        _first.OnCommit = new FormatException("no");
        using Run run = Run.Of(Code("c", (_, _) => WorkflowEnvironment.WorkBatch.Add(_first, 1)));
        Assert.Equal(["first commits 1", "first failed 1"], _trace);
        Assert.Equal("Terminated", run.Last);
        Assert.IsType<FormatException>(Assert.IsType<PersistenceException>(run.Exception).InnerException);
    }

    [Fact]
    public async Task Save_FailsAtEnd_AbortsInstance()
    {
        FailingStore store = new(_store);
        using Host host = new(store, _clock);
        WorkflowInstance instance = host.Start(typeof(Adding));
        host.Send(instance, "first", 1);
        instance.Unload();
        instance.Load();
        store.Failure = new IOException("disk");
        host.Take();
        host.Send(instance, "second", 100);
        Assert.Equal(["Aborted"], host.Take());
        Assert.Contains(host.Failures, failure => failure.Message.Contains("disk", StringComparison.Ordinal));
        store.Failure = null;
        _clock.Advance(TimeSpan.FromSeconds(5));
        while (Record.Exception(instance.Load) is not null)
        {
            // Another thread releases the lock.
            await Task.Yield();
        }

        host.Send(instance, "second", 2);
        Assert.Equal(3, host.Outputs["Sum"]);
    }

    [Fact]
    public void Callbacks_Throw_AreReported()
    {
        _first.OnComplete = new FormatException("complete");
        _first.OnMust = new FormatException("must");
        using Host host = Start(unloadOnIdle: false, () =>
        {
            WorkflowEnvironment.WorkBatch.Add(_first, 1);
            WorkflowEnvironment.WorkBatch.Add(_second, 2);
        });
        host.Send(host.Runtime.GetLoadedWorkflows().Single(), "q", null);
        Assert.Equal(["first commits 1", "second commits 2", "first done 1", "second done 2"], _trace);
        Assert.Equal(["must", "complete"], host.Failures.Select(failure => failure.Message));
        Assert.Equal("Completed", host.Take()[^1]);
    }

    [Fact]
    public void WorkHandler_OfEvent_CommitsWithReceivingInstance()
    {
        OrderService orders = new();
        using Host host = new(_store, _clock, unloadOnIdle: true, prepare: runtime =>
        {
            ExternalDataExchangeService exchange = new();
            runtime.AddService(exchange);
            exchange.AddService(orders);
        });
        WorkflowInstance instance = host.Start(typeof(Ordering));
        orders.Ship(new ShippedEventArgs(instance.InstanceId, "ship") { WorkHandler = _first, WorkItem = "paid" });
        Assert.Empty(_trace);
        host.Continue(instance);
        Assert.Equal(["first commits paid", "first done paid"], _trace);
        Assert.IsType<ArgumentNullException>(
            Assert.Throws<EventDeliveryFailedException>(
                () => orders.Ship(new ShippedEventArgs(instance.InstanceId, "ship") { WorkHandler = _first })).InnerException);
        Assert.Throws<ArgumentNullException>(() => instance.EnqueueItem("last", null, _first, null));
    }

    [Fact]
    public void Work_OfAnAbortedInstance_IsDropped()
    {
        using Host host = Start(unloadOnIdle: false, () => WorkflowEnvironment.WorkBatch.Add(_first, 1));
        host.Runtime.GetLoadedWorkflows().Single().Abort();
        Assert.Empty(_trace);
        Assert.Equal(["Idled", "Aborted"], host.Take());
    }

    [Fact]
    public void WorkBatch_OutsideOfAStep_IsRefused()
    {
        Assert.Throws<InvalidOperationException>(() => WorkflowEnvironment.WorkBatch);
        Assert.Throws<InvalidOperationException>(() => WorkflowEnvironment.WorkflowInstanceId);
    }

    [Fact]
    [Trait("Paragraph", "A.7")]
    public void Transaction_OfCaller_IsNotUsedByInstance()
    {
        Transaction? seen = null;
        using TransactionScope scope = new();
        using Host host = Start(unloadOnIdle: true, () =>
        {
            seen = Transaction.Current;
            WorkflowEnvironment.WorkBatch.Add(_first, 1);
        });
        Assert.Null(seen);
        Assert.NotEqual(Transaction.Current!.TransactionInformation.LocalIdentifier, Assert.Single(_first.Transactions));
    }

    [Theory]
    [InlineData(1, "Completed")]
    [InlineData(0, "Terminated The workflow instance could not be saved.")]
    public void CommitService_OfAnApplication_CanRepeatTheCommit(int repetitions, string end)
    {
        _first.OnCommit = new FormatException("once");
        RepeatingService service = new(repetitions, () => _first.OnCommit = null);
        using Host host = new(_store, _clock, prepare: runtime => runtime.AddService(service));
        Staging.Step = () => WorkflowEnvironment.WorkBatch.Add(_first, 1);
        host.Send(host.Start(typeof(Staging)), "q", null);
        Staging.Step = null;
        Assert.StartsWith(end.Split(' ')[0], host.Take()[^1], StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.3")]
    public void PersistOnClose_SaveFails_FaultsActivity()
    {
        FailingStore store = new(_store);
        using Host host = new(store, _clock);
        store.Failure = new IOException("disk");
        SavingInside.After = null;
        host.Start(typeof(SavingInside));
        Assert.Equal("Aborted", host.Take()[^1]);
        store.Failure = null;
        using Run run = Run.Of(new SavingSequence { Name = "inner" });
        Assert.Contains(
            "'inner' closes with a save of its instance, and the runtime has no persistence service",
            run.Exception!.Message,
            StringComparison.Ordinal);
    }

    private Host Start(bool unloadOnIdle, Action step)
    {
        Host host = new(_store, _clock, unloadOnIdle);
        Staging.Step = step;
        host.Start(typeof(Staging));
        Staging.Step = null;
        return host;
    }

    /// <summary>Runs a step of the test and waits for an item.</summary>
    public sealed class Staging : SequentialWorkflowActivity
    {
        public Staging()
        {
            Name = "staging";
            this.With(Code("step", (_, _) => Step?.Invoke()), new Reading("q"));
        }

        [field: ThreadStatic]
        public static Action? Step { get; set; }
    }

    private sealed class RepeatingService(int repetitions, Action before) : WorkflowCommitWorkBatchService
    {
        protected override void CommitWorkBatch(CommitWorkBatchCallback commitWorkBatchCallback)
        {
            for (int i = 0; ; i++)
            {
                try
                {
                    base.CommitWorkBatch(commitWorkBatchCallback);
                    return;
                }
                catch (FormatException) when (i < repetitions)
                {
                    before();
                }
            }
        }
    }
}
