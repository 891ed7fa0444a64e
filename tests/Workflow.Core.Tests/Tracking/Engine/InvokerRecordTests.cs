using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Tests the instance records of an invoker.</summary>
[Rule("15.1")]
public sealed class InvokerRecordTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("17.1")]
    public void Invoke_ReportsStartAndEnd()
    {
        Collector collector = Instances();
        Invoker(new Sequence(), collector).Invoke();
        collector.AssertIs("Started", "Completed");
        Assert.Single(collector.Records.Select(record => record.InstanceId).Distinct());
        Assert.All(
            collector.Records.Cast<WorkflowInstanceRecord>(),
            record => Assert.Equal(("Sequence", null), (record.ActivityDefinitionId, record.WorkflowDefinitionIdentity)));
    }

    [Fact]
    public void Invoke_UnhandledException_ReportsItAndTermination()
    {
        Collector collector = Instances();
        Assert.Throws<FormatException>(() => Invoker(new Step(_log, "a", new FormatException("x")), collector).Invoke());
        collector.AssertIs("Started", "UnhandledException x of a#1", "Terminated x");
    }

    [Fact]
    [Rule("7.2")]
    public void Idle_IsReportedOnceEachTime()
    {
        Collector collector = Instances();
        Operation operation = new(_log, "op");
        Running running = Runner.Start(new Sequence { Activities = { operation, new Wait(_log, "wait") } }, Lane.Fast, extensions: collector.AsExtension());
        collector.AssertIs("Started", "Idle");
        operation.Succeed();
        collector.AssertIs("Started", "Idle", "Idle");
        running.Resume("wait");
        running.End();
        collector.AssertIs("Started", "Idle", "Idle", "Completed");
    }

    [Fact]
    [Rule("7.8")]
    public void Records_AreDeliveredBeforeSave()
    {
        Collector collector = new(record => _log.Add(RecordText.Of(record)));
        WorkflowInvoker invoker = Invoker(new Persist { DisplayName = "persist" }, collector);
        invoker.Extensions.Add(new Saver(_log));
        invoker.Invoke();
        _log.AssertIs(
            "Started", "- > persist#1", "persist#1 Executing", "'' @ persist#1", "save collects", "persist#1 Closed", "Completed", "save collects");
    }

    [Fact]
    public void Invoke_ParticipantFactory_CreatesOnePerInstance()
    {
        List<Collector> made = [];
        WorkflowInvoker invoker = new(new Sequence());
        invoker.Extensions.Add(() =>
        {
            made.Add(Instances());
            return made[^1];
        });
        invoker.Invoke();
        invoker.Invoke();
        Assert.Equal(2, made.Count);
        Assert.All(made, collector => collector.AssertIs("Started", "Completed"));
        Assert.NotEqual(made[0].Records[0].InstanceId, made[1].Records[0].InstanceId);
    }

    [Fact]
    [Rule("15.2")]
    public void Numbers_AfterLoad_Continue()
    {
        Collector collector = Instances();
        Running running = Runner.Prepare(new Sequence(), Lane.Fast, extensions: collector.AsExtension());
        running.NextRecordNumber = 100;
        running.Start();
        running.End();
        Assert.Equal([0, 100], collector.Numbers);
    }

    [Fact]
    public void Participant_NoActivityQueries_KeepsFastLane()
    {
        Assert.False(
            UsesQueueOnly(new WorkflowInstanceQuery { States = { "*" } }, new CustomTrackingQuery { Name = "*" }, new BookmarkResumptionQuery { Name = "*" }));
        Assert.False(UsesQueueOnly(new FaultPropagationQuery(), new CancelRequestedQuery(), new ActivityStateQuery { States = { "Faulted" } }));
        Assert.True(UsesQueueOnly(new ActivityScheduledQuery()));
        Assert.True(UsesQueueOnly(new ActivityStateQuery { States = { "Closed" } }));
        Assert.True(UsesQueueOnly(new ActivityStateQuery { States = { "Faulted" }, Arguments = { "*" } }));
    }

    private bool UsesQueueOnly(params TrackingQuery[] queries)
    {
        Running running = Runner.Start(new Wait(_log, "wait"), Lane.Fast, extensions: Collector.Of(queries).AsExtension());
        bool isSlow = running.IsQueueOnly;
        running.Resume("wait");
        running.End();
        return isSlow;
    }

    private static Collector Instances() => Collector.Of(new WorkflowInstanceQuery { States = { "*" } });

    private static WorkflowInvoker Invoker(Activity workflow, object extension)
    {
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(extension);
        return invoker;
    }
}
