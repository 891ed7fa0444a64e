using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>The activity to which tracked data belong, and the data that states send (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class TrackedDataTests
{
    private readonly Observing _service = new() { Profile = DataOf(typeof(Activity), isDerived: true) };

    [Fact]
    public void TrackData_InHandler_BelongsToExecutingActivity()
    {
        Telling root = new("telling");
        using Run run = Run.Create(
            Sequence("body", root, Code("code", (_, _) => root.Tell("late")), While("while", Once(), Code("cloned", (_, _) => root.Tell("loop")))),
            _service);
        Complete(run);
        UserTrackingRecord[] data = [.. _service.Records.Cast<UserTrackingRecord>()];
        Assert.Equal(
            ["telling k=text", "telling =5", "telling =text", "code =late", "cloned =loop"],
            data.Select(static record => $"{record.QualifiedName} {record.UserDataKey}={record.UserData}"));
        Assert.Equal(
            [typeof(Telling), typeof(Telling), typeof(Telling), typeof(CodeActivity), typeof(CodeActivity)],
            data.Select(static record => record.ActivityType));
        Assert.Equal(run.Instance.InstanceId, data[3].ContextGuid);
        Assert.NotEqual(run.Instance.InstanceId, data[4].ContextGuid);
    }

    [Fact]
    public void TrackData_LocationOfExecutingActivity_Matches()
    {
        _service.Profile = DataOf(typeof(CodeActivity), isDerived: false);
        Telling root = new("telling");
        using Run run = Run.Create(Sequence("body", root, Code("code", (_, _) => root.Tell("late"))), _service);
        Complete(run);
        Assert.Equal(["late"], _service.Records.Cast<UserTrackingRecord>().Select(static record => record.UserData));
    }

    [Fact]
    public void StateMachine_LeafEntered_SendsItsName()
    {
        ManualWorkflowSchedulerService scheduler = new();
        using WorkflowRuntime runtime = new();
        runtime.AddService(scheduler);
        runtime.AddService(_service);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Gate));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal(["closed"], Entered());
        instance.EnqueueItem("open", 1, null, null);
        scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal(["closed", "ajar", "wide"], Entered());
        instance.EnqueueItem("remove", 1, null, null);
        scheduler.RunWorkflow(instance.InstanceId);
        Assert.Equal(["closed", "ajar", "wide", "gone"], Entered());
        Assert.Equal(
            ("StateActivity.StateChange", typeof(StateActivity)),
            (StateActivity.StateChangeTrackingDataKey, _service.Records.Cast<UserTrackingRecord>().Last().ActivityType));

        IEnumerable<object?> Entered() => _service.Records.Cast<UserTrackingRecord>()
            .Where(static record => record.UserDataKey == "StateActivity.StateChange" && Equals(record.QualifiedName, record.UserData))
            .Select(static record => record.UserData);
    }

    private static void Complete(Run run)
    {
        run.Instance.Start();
        run.Continue();
        Assert.Equal("Completed", run.Last);
    }

    private static Func<bool> Once()
    {
        bool isDone = false;
        return () => !isDone && (isDone = true);
    }

    private static TrackingProfile DataOf(Type activity, bool isDerived)
    {
        TrackingProfile profile = new() { Version = new Version(1, 0) };
        UserTrackPoint point = new();
        point.MatchingLocations.Add(new UserTrackingLocation(typeof(object), activity)
        {
            MatchDerivedArgumentTypes = true,
            MatchDerivedActivityTypes = isDerived
        });
        profile.UserTrackPoints.Add(point);
        return profile;
    }

    /// <summary>
    /// A state machine with one top-level leaf state and two leaf states inside another state. The initialization of the first of these two leaves it at once.
    /// </summary>
    public sealed class Gate : StateMachineWorkflowActivity
    {
        public Gate()
        {
            Name = "gate";
            InitialStateName = "closed";
            CompletedStateName = "gone";
            this.With(
                new StateActivity("closed").With(On("whenOpened", new Reading("open"), new SetStateActivity("toAjar") { TargetStateName = "ajar" })),
                new StateActivity("opened").With(
                    new StateActivity("ajar").With(
                        new StateInitializationActivity("entered").With(new SetStateActivity("toWide") { TargetStateName = "wide" })),
                    new StateActivity("wide").With(On("whenRemoved", new Reading("remove"), new SetStateActivity("toGone") { TargetStateName = "gone" }))),
                new StateActivity("gone"));
        }
    }
}
