using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests the records of workflows that do not complete normally.</summary>
public sealed class FaultRecordTests
{
    private readonly Log _log = new();
    private readonly Collector _collector = new();
    private readonly FormatException _thrown = new("x");

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("5.8")]
    public void Fault_HandledByParent_FollowsFaultedRecord(Lane lane)
    {
        Step child = new(_log, "a", _thrown);
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        AssertIs("root#1 > a#2", "a#2 Executing", "a#2 Faulted", "x of a#2! to root#1", "root#1 Closed", "Completed");
    }

    [Theory, Lanes]
    [Rule("5.8")]
    public void Fault_NotHandled_IsReportedPerCallbackAndWithoutHandler(Lane lane)
    {
        Step child = new(_log, "a", _thrown);
        Probe middle = new(_log, "middle", child);
        middle.Body = context => middle.ScheduleGuarded(context, child);
        Probe root = new(_log, "root", middle);
        root.Body = context => root.ScheduleGuarded(context, middle);
        Run(root, lane).AssertUnhandled(_thrown);
        AssertIs(
            "root#1 > middle#2", "middle#2 Executing", "middle#2 > a#3", "a#3 Executing", "a#3 Faulted",
            "x of a#3! to middle#2", "x of a#3 to root#1", "x of a#3 to -", "UnhandledException x of a#3",
            "middle#2 Faulted", "root#1 Faulted", "Terminated x");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_OfParent_ReportsChildrenFirst(Lane lane)
    {
        Probe failing = new(_log, "failing", new Wait(_log, "a"), new Wait(_log, "b"), new Step(_log, "c"))
        {
            OnChild = (_, _) => throw _thrown,
        };
        Run(failing, lane).AssertUnhandled(_thrown);
        Assert.Equal(
            ["c#4 Closed", "a#2 Faulted", "b#3 Faulted", "failing#1 Faulted", "x of failing#1! to -", "UnhandledException x of failing#1", "Terminated x"],
            _collector.Texts[^7..]);
    }

    [Theory, Lanes]
    [Rule("2.1")]
    public void Fault_OfArgument_OmitsExecutingRecord(Lane lane)
    {
        Probe child = new(_log, "a") { Input = new InArgument<int>(_ => throw _thrown) };
        Run(new Sequence { DisplayName = "root", Activities = { child } }, lane).AssertUnhandled(_thrown);
        AssertIs("root#1 > a#2", "a#2 Faulted", "x of a#2! to -", "UnhandledException x of a#2", "root#1 Faulted", "Terminated x");
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Fault_OfSimpleExpression_HasExpressionAsSource(Lane lane)
    {
        Probe child = new(_log, "a") { Input = new Expr<int>(_log, "own", () => throw _thrown) };
        Run(new Sequence { DisplayName = "root", Activities = { child } }, lane).AssertUnhandled(_thrown);
        AssertIs(
            "root#1 > a#2", "a#2 > own#3", "own#3 Executing", "own#3 Faulted", "x of own#3! to -", "UnhandledException x of own#3",
            "a#2 Faulted", "root#1 Faulted", "Terminated x");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Rethrow_KeepsSource(Lane lane)
    {
        Run(
            new TryCatch
            {
                DisplayName = "outer",
                Try = new TryCatch
                {
                    DisplayName = "inner",
                    Try = new Step(_log, "a", _thrown),
                    Catches =
                    {
                        new Catch<FormatException> { Action = new ActivityAction<FormatException> { Handler = new Rethrow { DisplayName = "again" } } }
                    },
                },
                Catches = { new Catch<FormatException>() },
            },
            lane).AssertCompleted(ActivityInstanceState.Closed);
        string[] faults = [.. _collector.Records.OfType<FaultPropagationRecord>().Select(RecordText.Of)];
        Assert.Equal(["x of a#3! to inner#2", "x of a#3 to outer#1"], [faults[0], faults[^1]]);
        Assert.Single(faults, text => text.Contains('!', StringComparison.Ordinal));
    }

    [Theory, Lanes]
    [Rule("5.8")]
    public void Fault_UnderCancelRequest_AbortsWithoutPropagationRecord(Lane lane)
    {
        Probe root = new(_log, "root") { OnCancel = _ => throw _thrown };
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        Running running = Runner.Start(root, lane, extensions: _collector.AsExtension());
        running.Cancel();
        running.End().AssertAbortedAround(_thrown);
        Assert.DoesNotContain(_collector.Texts, text => text.StartsWith("x of", StringComparison.Ordinal));
        Assert.Contains("root#1 Faulted", _collector.Texts);
        Assert.EndsWith("Inner exception: x", _collector.Texts[^1], StringComparison.Ordinal);
    }

    [Theory, Lanes]
    [Rule("5.8")]
    [Rule("10.3")]
    public void Fault_LeavesTransaction_IsReportedWithoutHandler(Lane lane)
    {
        TransactionScope scope = new() { DisplayName = "scope", Body = new Step(_log, "a", _thrown) };
        Ended ended = Run(new Sequence { DisplayName = "root", Activities = { scope } }, lane);
        Assert.Equal((ExecutionOutcome.Aborted, _thrown), (ended.Outcome, ended.Reason));
        AssertIs(
            "root#1 > scope#2", "scope#2 Executing", "scope#2 > a#3", "a#3 Executing", "a#3 Faulted", "scope#2 Faulted", "x of a#3 to -", "Aborted x");
    }

    [Theory, Lanes]
    [Rule("5.8")]
    [Rule("10.3")]
    public void Fault_LeavesTransactionInTryCatch_IsReportedWithHandler(Lane lane)
    {
        TransactionScope scope = new() { DisplayName = "scope", Body = new Step(_log, "a", _thrown) };
        Ended ended = Run(new TryCatch { DisplayName = "root", Try = scope, Catches = { new Catch<FormatException>() } }, lane);
        Assert.Equal((ExecutionOutcome.Aborted, _thrown), (ended.Outcome, ended.Reason));
        Assert.Equal(["a#3 Faulted", "scope#2 Faulted", "x of a#3 to root#1", "Aborted x"], _collector.Texts[^4..]);
    }

    [Theory, Lanes]
    [Rule("5.8")]
    [Rule("10.3")]
    public void Fault_OfTransactionOwner_HasOwnerAsSource(Lane lane)
    {
        Variable<RuntimeTransactionHandle> handle = new();
        Probe owner = new(_log, "owner", new Step(_log, "step")) { PrivateVariables = { handle }, OnChild = (_, _) => throw _thrown };
        owner.Body = context =>
        {
            context.Properties.Add(handle.Get(context).ExecutionPropertyName, handle.Get(context));
            handle.Get(context).RequestTransactionContext(context, BeginTransaction, owner);
        };
        Ended ended = Run(owner, lane);
        Assert.Equal((ExecutionOutcome.Aborted, _thrown), (ended.Outcome, ended.Reason));
        Assert.Equal(["owner#1 Faulted", "x of owner#1! to -", "Aborted x"], _collector.Texts[^3..]);
    }

    [Theory, Lanes]
    [Rule("5.8")]
    [Rule("11.7")]
    public void Fault_OfCompensationHandler_IsReportedTwice(Lane lane)
    {
        Variable<CompensationToken> token = new("token");
        CompensableActivity booking = new()
        {
            DisplayName = "booking",
            Body = new Step(_log, "body"),
            CompensationHandler = new Step(_log, "undo", _thrown),
            Result = new OutArgument<CompensationToken>(token),
        };
        Ended ended = Run(new Sequence { DisplayName = "root", Variables = { token }, Activities = { booking, new Compensate { Target = token } } }, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(_thrown, Assert.IsType<InvalidOperationException>(ended.Reason).InnerException);
        string[] faults = [.. _collector.Records.OfType<FaultPropagationRecord>().Select(RecordText.Of)];
        Assert.Equal(2, faults.Length);
        Assert.StartsWith("x of undo#", faults[0], StringComparison.Ordinal);
        Assert.Contains("! to ", faults[0], StringComparison.Ordinal);
        Assert.EndsWith(" to -", faults[1], StringComparison.Ordinal);
        Assert.DoesNotContain(_collector.Records, record => record is WorkflowInstanceUnhandledExceptionRecord);
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_IsDeliveredBeforeChildCancel(Lane lane)
    {
        string[] atCancel = [];
        Probe child = new(_log, "child");
        child.Body = context => context.CreateBookmark("b", child.Resumed);
        child.OnCancel = context =>
        {
            atCancel = _collector.Texts;
            child.CancelByDefault(context);
        };
        Probe root = new(_log, "root", child);
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            root.Schedule(context, child);
        };
        root.OnResume = (context, _, _) =>
        {
            context.CancelChildren();
            context.Track(new CustomTrackingRecord("after"));
        };
        Running running = Runner.Start(root, lane, extensions: _collector.AsExtension());
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["'go' @ root#1", "root#1 x child#2", "after by root#1"], atCancel[^3..]);
        Assert.Equal(["child#2 Canceled", "root#1 Closed", "Completed"], _collector.Texts[^3..]);
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_OfRoot_HasNoParent(Lane lane)
    {
        Running running = Runner.Start(
            new Sequence { DisplayName = "root", Activities = { new Wait(_log, "wait") } },
            lane,
            extensions: _collector.AsExtension());
        running.Cancel();
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        AssertIs("root#1 > wait#2", "wait#2 Executing", "Idle", "- x root#1", "root#1 x wait#2", "wait#2 Canceled", "root#1 Canceled", "Canceled");
    }

    [Theory, Lanes]
    [Rule("6.4")]
    public void Cancel_BeforeFirstItem_ReportsNoScheduledRoot(Lane lane)
    {
        Running running = Runner.Prepare(new Step(_log, "root"), lane, extensions: _collector.AsExtension());
        running.CancelEarly();
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _collector.AssertIs("Started", "- x root#1", "root#1 Canceled", "Canceled");
        _log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ChildNotStarted_OmitsExecutingRecord(Lane lane)
    {
        Step child = new(_log, "a");
        Probe root = new(_log, "root", child);
        root.Body = context => context.CancelChild(root.Schedule(context, child));
        Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        AssertIs("root#1 > a#2", "root#1 x a#2", "a#2 Canceled", "root#1 Closed", "Completed");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void DefaultCancellation_SuppressedChild_IsNotReported(Lane lane)
    {
        Running running = Runner.Start(
            new Sequence { DisplayName = "root", Activities = { new Wait(_log, "wait") { IsDeaf = true }, new Step(_log, "never") } },
            lane,
            extensions: _collector.AsExtension());
        running.Cancel();
        running.Resume("wait");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.DoesNotContain(_collector.Texts, text => text.Contains("never", StringComparison.Ordinal));
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Terminate_ReportsAllExecutingAsFaulted(Lane lane)
    {
        Parallel root = new()
        {
            DisplayName = "root",
            Branches = { new Wait(_log, "a"), new Wait(_log, "b"), new TerminateWorkflow { DisplayName = "end", Reason = "enough" } },
        };
        Assert.Equal(ExecutionOutcome.Terminated, Run(root, lane).Outcome);
        Assert.Equal(["end#2 Executing", "end#2 Closed", "b#3 Faulted", "a#4 Faulted", "root#1 Faulted", "Terminated enough"], _collector.Texts[^6..]);
    }

    [Theory, Lanes]
    [Rule("6.2")]
    [Rule("16.5")]
    public void Abort_ReportsNoActivities(Lane lane)
    {
        Probe root = new(_log, "root", new Wait(_log, "wait")) { OnAbort = _ => _log.Add("aborted") };
        Running running = Runner.Start(root, lane, extensions: _collector.AsExtension());
        int before = _collector.Records.Count;
        running.Abort(new InvalidOperationException("outer", new FormatException("inner")));
        Assert.Equal(ExecutionOutcome.Aborted, running.End().Outcome);
        Assert.Equal(["Aborted outer Inner exception: inner"], _collector.Texts[before..]);
        Assert.Contains("aborted", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void Abort_WithoutReason_ReportsNothing(Lane lane)
    {
        Probe root = new(_log, "root") { Body = context => context.Abort() };
        Assert.Equal(ExecutionOutcome.Aborted, Run(root, lane).Outcome);
        _collector.AssertIs("Started", "- > root#1", "root#1 Executing", "root#1 Closed");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Exception_AfterAbortInSameMethod_IsNotReported(Lane lane)
    {
        Probe root = new(_log, "root")
        {
            Body = context =>
            {
                context.Abort();
                throw new FormatException();
            },
        };
        Ended ended = Run(root, lane);
        Assert.Equal((ExecutionOutcome.Aborted, null), (ended.Outcome, ended.Reason));
        _collector.AssertIs("Started", "- > root#1", "root#1 Executing");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("6.2")]
    public void AbortChildInstance_Subtree_ReportsChildrenFirst(Lane lane)
    {
        Sequence child = new() { DisplayName = "child", Activities = { new Wait(_log, "wait") } };
        Probe root = new(_log, "root", child);
        ActivityInstance? scheduled = null;
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            scheduled = root.Schedule(context, child);
        };
        root.OnResume = (context, _, _) => context.AbortChildInstance(scheduled!);
        Running running = Runner.Start(root, lane, extensions: _collector.AsExtension());
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["'go' @ root#1", "wait#3 Faulted", "child#2 Faulted", "root#1 Closed", "Completed"], _collector.Texts[^5..]);
    }

    [Theory, Lanes]
    [Rule("5.9")]
    public void Handle_UninitializeThrows_FaultsActivity(Lane lane)
    {
        Probe child = new(_log, "a") { PrivateVariables = { new Variable<FailingHandle>("handle") } };
        Run(new Sequence { DisplayName = "root", Activities = { child } }, lane);
        AssertIs(
            "root#1 > a#2",
            "a#2 Executing",
            "a#2 Faulted",
            "ending of a#2! to -",
            "UnhandledException ending of a#2",
            "root#1 Faulted",
            "Terminated ending");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Compensation_Handlers_AreReportedWithoutParent(Lane lane)
    {
        CompensableActivity compensable = new() { DisplayName = "c", Body = new Step(_log, "body"), ConfirmationHandler = new Step(_log, "confirmation") };
        Run(new Sequence { DisplayName = "root", Activities = { compensable } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains(_collector.Records.OfType<ActivityScheduledRecord>(), record => record.Activity is null && record.Child.InstanceId != "1");
        Assert.Single(_collector.Records.OfType<ActivityStateRecord>(), record => record is { Activity.Name: "confirmation", State: "Closed" });
    }

    private static void BeginTransaction(NativeActivityTransactionContext context, object? state)
    {
        context.SetRuntimeTransaction(new System.Transactions.CommittableTransaction());
        Probe owner = (Probe)state!;
        owner.Schedule(context, owner.Children[0]);
    }

    private Ended Run(Activity root, Lane lane) => Runner.Run(root, lane, extensions: _collector.AsExtension());

    /// <summary>Checks the records after the first ones, which report the start of the root.</summary>
    private void AssertIs(params string[] expected)
    {
        Assert.Equal("Started", _collector.Texts[0]);
        Assert.Equal(expected, _collector.Texts[3..]);
    }

    private sealed class FailingHandle : Handle
    {
        protected override void OnUninitialize(HandleInitializationContext context) => throw new FormatException("ending");
    }
}
