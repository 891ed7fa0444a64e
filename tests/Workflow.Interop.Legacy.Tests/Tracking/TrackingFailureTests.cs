using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>A tracking service that fails does not affect the instance. Its exceptions are raised as ServicesExceptionNotHandled (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class TrackingFailureTests
{
    private readonly Observing _service = new() { Profile = Profiles.Events() };

    [Fact]
    public void Send_Throws_LosesOnlyTheRecord()
    {
        ObservingToo other = new() { Profile = Profiles.Events() };
        _service.OnSend = static record => throw new FormatException($"no {record.EventOrder}");
        List<string> events = Execute(_service, other);
        Assert.Equal(["Exception no 1", "Created", "Exception no 2", "Started", "Exception no 3", "Completed"], events);
        Assert.Equal(["1 Created", "2 Started", "3 Completed"], other.Lines);
    }

    [Fact]
    public void TryGetProfile_Throws_InstanceIsNotTracked()
    {
        Failing service = new();
        Assert.Contains("Exception no profile", Execute(service));
        Assert.Contains("Exception no profile", Execute(service));
        Assert.Equal(2, service.Count);
    }

    [Fact]
    public void GetTrackingChannel_Throws_InstanceIsNotTracked()
    {
        _service.OnConnect = static () => throw new FormatException("no channel");
        Assert.Contains("Exception no channel", Execute(_service));
        Assert.Empty(_service.Records);
    }

    [Fact]
    public void InstanceCompletedOrTerminated_Throws_IsReported()
    {
        _service.OnEnd = static () => throw new FormatException("no end");
        List<string> events = Execute(_service);
        Assert.Contains("Exception no end", events);
        Assert.Equal("Completed", events[^1]);
    }

    [Fact]
    public void Send_UsesInstance_Succeeds()
    {
        WorkflowRuntime? runtime = null;
        _service.OnSend = record =>
        {
            if (record is WorkflowTrackingRecord { TrackingWorkflowEvent: TrackingWorkflowEvent.Idle })
            {
                runtime!.GetLoadedWorkflows()[0].Terminate("by the channel");
            }
        };
        using Run run = Run.Create(Delay("delay", 1), _service);
        runtime = run.Runtime;
        run.Instance.Start();
        run.Continue();
        run.Continue();
        Assert.Equal("by the channel", run.Exception!.Message);
        Assert.Equal("Terminated", _service.Events.Last());
    }

    private static List<string> Execute(params object[] services)
    {
        using Run run = Run.Create(Code("code", []), services);
        run.Instance.Start();
        run.Continue();
        Assert.Equal("Completed", run.Last);
        return run.Events;
    }

    private sealed class Failing : TrackingService
    {
        public int Count { get; private set; }

        protected override TrackingChannel GetTrackingChannel(TrackingParameters parameters) => throw new InvalidOperationException();

        protected override bool TryGetProfile(Type workflowType, out TrackingProfile? profile)
        {
            Count++;
            throw new FormatException("no profile");
        }

        protected override TrackingProfile? GetProfile(Type workflowType, Version profileVersionId) => throw new InvalidOperationException();

        protected override TrackingProfile? GetProfile(Guid workflowInstanceId) => throw new InvalidOperationException();

        protected override bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile) =>
            throw new InvalidOperationException();
    }
}
