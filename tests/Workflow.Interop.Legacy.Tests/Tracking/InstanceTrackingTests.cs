using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>The records that the runtime sends while an instance is in memory (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class InstanceTrackingTests
{
    private readonly Observing _service = new();

    [Fact]
    public void Instance_SendsEachEventAndStatusInOrder()
    {
        using Run run = Run.Create(Sequence("body", Code("code", []), Delay("delay", 1)), _service);
        Assert.Equal(["1 Created"], _service.Take());
        run.Instance.Start();
        run.Continue();
        Assert.Equal(
            [
                "2 Started", "3 host Executing", "4 body Executing", "5 code Executing", "6 code Closed", "7 delay Executing", "8 Idle",
            ],
            _service.Take());
        run.Instance.Suspend("why");
        Assert.Equal("why", Assert.IsType<TrackingWorkflowSuspendedEventArgs>(_service.Records.Last().EventArgs).Error);
        run.Instance.Resume();
        Assert.Equal(["9 Suspended", "10 Resumed"], _service.Take());
        run.ContinueAfter(TimeSpan.FromMinutes(1));
        Assert.Equal(["11 delay Closed", "12 body Closed", "13 host Closed", "14 Completed"], _service.Take());
        Assert.Equal("ended", _service.Calls.Last());
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void WorkflowStarted_IsRaisedAfterTheStartWasTracked()
    {
        using Run run = Run.Create(Code("code", []), _service);
        string[] before = [];
        run.Runtime.WorkflowStarted += (_, _) => before = [.. _service.Lines];
        run.Instance.Start();
        Assert.Equal(["1 Created", "2 Started", "3 host Executing"], before);
        run.Continue();
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Records_TerminatedBeforeFirstStep_IncludeStart()
    {
        using Run run = Run.Create(Code("code", []), _service);
        run.Instance.Start();
        run.Instance.Terminate("enough");
        Assert.Equal(["1 Created", "2 Started", "3 host Executing", "4 Terminated"], _service.Lines);
        Assert.Equal("enough", Assert.IsType<TrackingWorkflowTerminatedEventArgs>(_service.Records.Last().EventArgs).Exception.Message);
        Assert.Equal(run.Clock.GetUtcNow().UtcDateTime, _service.Records.Last().EventDateTime);
    }

    [Fact]
    public void Change_SendsARecordWithTheChanges()
    {
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        runtime.AddService(scheduler);
        runtime.AddService(_service);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Changes.Waits));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        WorkflowChanges changes = new(instance.GetWorkflowDefinition());
        changes.TransientWorkflow.Activities.Insert(2, new Changes.Step("new"));
        instance.ApplyWorkflowChanges(changes);
        TrackingWorkflowChangedEventArgs changed = Assert.IsType<TrackingWorkflowChangedEventArgs>(_service.Records.Last().EventArgs);
        Assert.Equal("Changed", _service.Events.Last());
        Assert.Equal("new", Assert.IsType<AddedActivityAction>(Assert.Single(changed.Changes)).AddedActivity.Name);
        Assert.Contains(((CompositeActivity)changed.Definition).Activities, static activity => activity.Name == "new");
    }

    [Fact]
    public void Exception_Propagates_SendsRecordPerActivity()
    {
        using Run run = Run.Create(Sequence("outer", Sequence("inner", Throw("throw", new FormatException("no")))), _service);
        run.Instance.Start();
        run.Continue();
        TrackingWorkflowExceptionEventArgs[] thrown =
            [.. _service.Records.Select(static record => record.EventArgs).OfType<TrackingWorkflowExceptionEventArgs>()];
        Assert.Equal(["throw", "inner", "outer", "host"], thrown.Select(static args => args.CurrentActivityPath));
        Assert.All(
            thrown,
            args => Assert.Equal(("throw", "no", run.Instance.InstanceId), (args.OriginalActivityPath, args.Exception.Message, args.ContextGuid)));
        Assert.Equal("Terminated", _service.Events.Last());
        Assert.IsType<FormatException>(((TrackingWorkflowTerminatedEventArgs)_service.Records.Last().EventArgs!).Exception);
    }

    [Fact]
    public void Abort_SendsAborted()
    {
        using Run run = Run.Create(Delay("delay", 1), _service);
        run.Instance.Start();
        run.Continue();
        run.Instance.Abort();
        Assert.Equal(["Created", "Started", "Idle", "Aborted"], _service.Events);
        Assert.DoesNotContain("ended", _service.Calls);
    }

    [Fact]
    public void Clone_HasAContextOfItsOwn()
    {
        int count = 0;
        _service.Profile = Profiles.Of(
            new ActivityTrackingLocation(typeof(CodeActivity), [ActivityExecutionStatus.Closed]),
            new ActivityTrackingLocation(typeof(SequenceActivity), [ActivityExecutionStatus.Closed]));
        using Run run = Run.Create(While("while", () => count++ < 2, Sequence("body", Code("code", []))), _service);
        run.Instance.Start();
        run.Continue();
        ActivityTrackingRecord[] records = [.. _service.Records.Cast<ActivityTrackingRecord>()];
        Assert.Equal(["code", "body", "code", "body"], records.Select(static record => record.QualifiedName));
        Assert.Equal(2, records.Select(static record => record.ContextGuid).Distinct().Count());
        Assert.All(records, record => Assert.Equal(record.QualifiedName == "body" ? run.Instance.InstanceId : record.ContextGuid, record.ParentContextGuid));
        Assert.Equal(records[0].ContextGuid, records[1].ContextGuid);
    }

    [Fact]
    public void Services_GetTheSameNumbersAndRecordsOfTheirOwn()
    {
        ObservingToo other = new() { Profile = Profiles.Events() };
        using Run run = Run.Create(Code("code", []), _service, other);
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["1 Created", "2 Started", "7 Completed"], other.Lines);
        Assert.Equal(
            _service.Lines.Where(static line => !line.Contains("host", StringComparison.Ordinal) && !line.Contains("code", StringComparison.Ordinal)),
            other.Lines);
        Assert.NotSame(_service.Records.First(), other.Records.First());
    }

    [Fact]
    public void Service_WithoutAProfile_IsNotConnected()
    {
        _service.Profile = null;
        using Run run = Run.Create(Code("code", []), _service);
        run.Instance.Start();
        run.Continue();
        Assert.Empty(_service.Instances);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void AddService_AfterTheStart_IsRefused()
    {
        using Run run = Run.Create(Code("code", []));
        Assert.Contains(
            "add tracking services before the runtime is started",
            Assert.Throws<InvalidOperationException>(() => run.Runtime.AddService(_service)).Message,
            StringComparison.Ordinal);
        Assert.Empty(run.Runtime.GetAllServices<TrackingService>());
    }

    [Fact]
    public void RemoveService_WhileStarted_IsRefused()
    {
        using Run run = Run.Create(Code("code", []), _service);
        Assert.Throws<InvalidOperationException>(() => run.Runtime.RemoveService(_service));
    }

    [Fact]
    public void InvokedWorkflow_Started_HasCallerIds()
    {
        _service.Profile = Profiles.Events();
        using Run run = Run.Create(Sequence("body", new InvokeWorkflowActivity("invoke") { TargetWorkflow = typeof(Invoked) }), _service);
        run.Instance.Start();
        run.Continue();
        TrackingParameters[] instances = [.. _service.Instances];
        Assert.Equal(2, instances.Length);
        Assert.Equal((Guid.Empty, 0), (instances[0].CallerInstanceId, instances[0].CallPath.Count));
        Assert.Equal(
            (run.Instance.InstanceId, run.Instance.InstanceId, run.Instance.InstanceId),
            (instances[1].CallerInstanceId, instances[1].CallerContextGuid, instances[1].CallerParentContextGuid));
        Assert.Equal(["invoke"], instances[1].CallPath);
        Assert.Equal((typeof(Invoked), instances[1].InstanceId), (instances[1].WorkflowType, instances[1].ContextGuid));
        run.Continue(instances[1].InstanceId);
        Assert.Equal(["invoke", "again"], _service.Instances.Last().CallPath);
    }

    [Fact]
    public void TrackData_NoInstanceOrNoData_IsRefused()
    {
        Assert.Throws<InvalidOperationException>(() => new Telling("free").Tell("data"));
        Assert.Throws<ArgumentNullException>(() => new Telling("free").Tell(null!));
    }

    [Fact]
    public void TrackData_WithoutAService_DoesNothing()
    {
        using Run run = Run.Of(new Telling("telling"));
        Assert.Equal("Completed", run.Last);
    }

    public sealed class Invoked : SequentialWorkflowActivity
    {
        public Invoked() => this.With(new InvokeWorkflowActivity("again") { TargetWorkflow = typeof(Last) });
    }

    public sealed class Last : SequentialWorkflowActivity;
}
