using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("7.3")]
[Rule("19")]
public sealed class PersistTests : StatementTests
{
    private readonly Saver _saver;

    public PersistTests() => _saver = new Saver(Log);

    protected override Activity Sample() => new Sequence { Activities = { new Persist(), new Step(Log, "persisted") } };

    /// <summary>Each persist continues at the tail of the queue, after the step.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) => [between, .. once, .. once];

    [Theory, Lanes]
    public void Execute_Persistable_SavesAtOnce(Lane lane)
    {
        Probe root = new(Log, "root", new Persist());
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "save collects", "root < Persist Closed", "save collects");
    }

    [Theory, Lanes]
    public void Execute_BesideReadyBranch_ContinuesAfterIt(Lane lane)
    {
        Run(new Parallel { Branches = { Saving("a"), new Step(Log, "other") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("save collects", "other", "a persisted", "save collects");
    }

    [Theory, Lanes]
    public void Execute_InLoop_SavesInEachIteration(Lane lane)
    {
        int passes = 0;
        Run(new While(_ => passes++ < 2) { Body = Saving("a") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("save collects", "a persisted", "save collects", "a persisted", "save collects");
    }

    [Theory, Lanes]
    public void Execute_WithoutParticipants_Continues(Lane lane)
    {
        Runner.Run(Saving("a"), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a persisted");
    }

    [Theory, Lanes]
    [Rule("7.1")]
    public void Execute_BesideAsyncActivity_SavesAfterOperation(Lane lane)
    {
        Operation operation = new(Log, "op");
        Probe root = new(Log, "root", new Persist(), operation);
        Running running = Start(root, lane);
        Log.AssertIs("root executes", "op starts");
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "op starts", "save collects", "root < op Closed", "root < Persist Closed", "save collects");
    }

    [Theory, Lanes]
    public void Execute_TwoPending_SaveInOrder(Lane lane)
    {
        Operation operation = new(Log, "op");
        Probe root = new(Log, "root", new Persist { DisplayName = "second" }, new Persist { DisplayName = "first" }, operation);
        Running running = Start(root, lane);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "root executes", "op starts", "save collects", "save collects", "root < op Closed", "root < first Closed", "root < second Closed", "save collects");
    }

    [Theory, Lanes]
    public void Execute_TwoPending_WaitForBothSaves(Lane lane)
    {
        Operation operation = new(Log, "op");
        IOSaver io = new(Log);
        Probe root = new(Log, "root", new Persist { DisplayName = "second" }, new Persist { DisplayName = "first" }, operation);
        Running running = Runner.Start(root, lane, null, Extensions.Of(io));
        operation.Succeed();
        io.Succeed();
        Log.AssertIs("root executes", "op starts", "io collects", "io saves", "io saved", "io collects", "io saves");
        io.Succeed();
        Assert.Equal(
            ["root < op Closed", "root < first Closed", "root < second Closed"],
            Log.Entries.Where(entry => entry.StartsWith("root <", StringComparison.Ordinal)));
        io.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("7.1")]
    public void Execute_BesideNoPersistScope_SavesAfterIt(Lane lane)
    {
        Probe root = new(Log, "root", new Persist(), new NoPersistScope { Body = new Wait(Log, "w") });
        Running running = Start(root, lane);
        Assert.DoesNotContain("save collects", Log.Entries);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "w waits", "w resumed ", "save collects", "root < NoPersistScope Closed", "root < Persist Closed", "save collects");
    }

    [Theory, Lanes]
    [Rule("7.1")]
    public void Execute_BesideTornDownZone_SavesAfterItem(Lane lane)
    {
        NoPersistScope zone = new()
        {
            Body = new Sequence { Activities = { new Wait(Log, "w"), new Step(Log, "fails", new InvalidOperationException("boom")) } }
        };
        Probe guard = new(Log, "guard", zone)
        {
            OnFault = (context, _, instance) =>
            {
                context.AbortChildInstance(instance);
                context.HandleFault();
            },
        };
        guard.Body = context => guard.ScheduleGuarded(context, zone);
        Running running = Start(new Parallel { Branches = { guard, Saving("a") } }, lane);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "guard executes", "w waits", "w resumed ", "fails", "guard ! boom from fails", "save collects", "guard < NoPersistScope Faulted", "a persisted",
            "save collects");
    }

    [Fact]
    public void Validate_BelowNoPersistScope_IsInvalid()
    {
        Definitions.AssertInvalid(new NoPersistScope { Body = new Sequence { Activities = { new Persist() } } }, "'Persist'", "'NoPersistScope'");
        Definitions.AssertInvalid(new NoPersistScope { Body = new Composite("made", () => new Persist()) }, "'Persist'", "'NoPersistScope'");
    }

    [Theory, Lanes]
    public void Execute_InZoneEnteredAtRunTime_IsRefused(Lane lane)
    {
        Variable<NoPersistHandle> handle = new();
        Probe zone = new(Log, "zone", Saving("a")) { PrivateVariables = { handle } };
        zone.Body = context =>
        {
            handle.Get(context).Enter(context);
            zone.Schedule(context, zone.Children[0]);
        };
        Assert.Contains("no-persist zone", Fails<InvalidOperationException>(zone, lane).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("10.4")]
    public void Execute_InTransaction_IsRefused(Lane lane)
    {
        TryCatch body = new() { Try = Saving("a"), Catches = { new Catch<InvalidOperationException>() } };
        Run(new Scope { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("save collects");
    }

    [Fact]
    [Rule("10.6")]
    public void Execute_InAmbientTransaction_IsRefused()
    {
        using System.Transactions.TransactionScope caller = new();
        Assert.Contains("transaction", Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(Saving("a"))).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_WhilePending_EndsCanceledWithoutSave(Lane lane)
    {
        Operation operation = new(Log, "op");
        Probe root = new(Log, "root", new Persist(), operation);
        Running running = Start(root, lane);
        running.Cancel();
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs(
            "root executes", "op starts", "root cancels", "op cancels", "op token", "root < Persist Canceled", "root < op Closed", "save collects");
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_InSameItem_StillSaves(Lane lane)
    {
        Running? running = null;
        Saver canceler = new(Log) { OnCollect = () => running!.Cancel() };
        running = Runner.Prepare(new Sequence { Activities = { new Persist(), new Step(Log, "next") } }, lane, null, Extensions.Of(canceler));
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("save collects", "save collects");
    }

    [Theory, Lanes]
    public void Fault_TearsDownPendingPersist_DropsSave(Lane lane)
    {
        Operation operation = new(Log, "op");
        Sequence failing = new() { Activities = { operation, new Step(Log, "fails", new InvalidOperationException("boom")) } };
        TryCatch root = new()
        {
            Try = new Parallel { Branches = { failing, Saving("a") } },
            Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => Saving("caught")) } },
        };
        Operation other = new(Log, "other");
        Running running = Start(new Parallel { Branches = { other, root } }, lane);
        operation.Succeed();
        Assert.DoesNotContain("save collects", Log.Entries);
        other.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("other starts", "op starts", "fails", "save collects", "caught persisted", "save collects");
    }

    [Theory, Lanes]
    [Rule("16.8")]
    public void Save_Fails_AbortsWorkflow(Lane lane)
    {
        InvalidOperationException failure = new("disk full");
        _saver.OnCollect = () => throw failure;
        TryCatch root = new() { Try = Saving("a"), Catches = { new Catch<InvalidOperationException>() }, Finally = new Step(Log, "finally") };
        Ended ended = Run(root, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(failure, ended.Reason);
        Log.AssertIs("save collects");
    }

    [Theory, Lanes]
    public void Save_Asynchronous_BlocksAllBranches(Lane lane)
    {
        IOSaver io = new(Log);
        Running running = Runner.Start(new Parallel { Branches = { Saving("a"), new Step(Log, "other") } }, lane, null, Extensions.Of(io));
        Assert.True(running.IsIdle);
        Log.AssertIs("io collects", "io saves");
        io.Succeed();
        Log.AssertIs("io collects", "io saves", "io saved", "other", "a persisted", "io collects", "io saves");
        io.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("16.8")]
    public void Save_AsynchronousFailure_AbortsWorkflow(Lane lane)
    {
        InvalidOperationException failure = new("disk full");
        IOSaver io = new(Log);
        Running running = Runner.Start(new Parallel { Branches = { Saving("a"), new Step(Log, "other") } }, lane, null, Extensions.Of(io));
        io.Fail(failure);
        Ended ended = running.End();
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(failure, ended.Reason);
        Log.AssertIs("io collects", "io saves");
    }

    [Theory, Lanes]
    [Rule("16.8")]
    public void Save_Canceled_AbortsWorkflow(Lane lane)
    {
        IOSaver io = new(Log);
        Running running = Runner.Start(Saving("a"), lane, null, Extensions.Of(io));
        io.Fail(new OperationCanceledException());
        Ended ended = running.End();
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.IsAssignableFrom<OperationCanceledException>(ended.Reason);
    }

    [Theory, Lanes]
    public void Save_Asynchronous_DelaysOutsideEvents(Lane lane)
    {
        IOSaver io = new(Log);
        Proxied proxied = new();
        Parallel root = new() { Branches = { new Wait(Log, "w"), Saving("a"), new Step(Log, "other") } };
        Running running = Runner.Start(root, lane, null, Extensions.Of(io, proxied));
        Task<BookmarkResumptionResult> answer = Started.WithoutContext(() => proxied.Proxy!.ResumeBookmarkAsync(new Bookmark("w"), "value").AsTask());
        Assert.False(answer.IsCompleted);
        Log.AssertIs("w waits", "io collects", "io saves");
        io.Succeed();
        Assert.Equal(BookmarkResumptionResult.Success, Finished.ResultOf(answer));
        io.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("w waits", "io collects", "io saves", "io saved", "other", "a persisted", "w resumed value", "io collects", "io saves", "io saved");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_DuringAsynchronousSave_FollowsSave(Lane lane)
    {
        IOSaver io = new(Log);
        Running running = Runner.Start(new Parallel { Branches = { Saving("a"), new Wait(Log, "w") } }, lane, null, Extensions.Of(io));
        running.Cancel();
        Log.AssertIs("io collects", "io saves");
        io.Succeed();
        io.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("io collects", "io saves", "io saved", "io collects", "io saves", "io saved");
    }

    private Sequence Saving(string name) => new() { Activities = { new Persist(), new Step(Log, $"{name} persisted") } };

    private Running Start(Activity root, Lane lane) => Runner.Start(root, lane, null, Extensions.Of(_saver));

    private Ended Run(Activity root, Lane lane) => Runner.Run(root, lane, null, Extensions.Of(_saver));
}
