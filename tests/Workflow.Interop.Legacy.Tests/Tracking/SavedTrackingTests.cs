extern alias WorkflowCore;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>Tracking of instances that are saved: event order, profiles and pending work (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SavedTrackingTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Observing _service = new() { Profile = Profiles.Events() };

    public SavedTrackingTests() => _store = new InMemoryInstanceStore(_clock);

    [Fact]
    public void EventOrder_LoadedByAnotherRuntime_Continues()
    {
        Guid id;
        using (Host host = New(unloadOnIdle: true))
        {
            WorkflowInstance instance = host.Start(typeof(Adding));
            id = instance.InstanceId;
            Assert.Equal(["1 Created", "2 Started", "3 Idle", "4 Unloaded", "5 Persisted"], _service.Take());
            host.Send(instance, "first", 1);
            Assert.Equal(["6 Loaded", "7 Idle", "8 Unloaded", "9 Persisted"], _service.Take());
        }

        using Host next = New(unloadOnIdle: true);
        next.Send(next.Runtime.GetWorkflow(id), "second", 2);
        Assert.Equal(["10 Loaded", "11 Completed", "12 Persisted"], _service.Take());
        Assert.Equal(3, next.Outputs["Sum"]);
        Assert.Empty(next.Failures);
    }

    [Fact]
    public void Profile_InstanceLoaded_HasSavedVersion()
    {
        using Host host = New(unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Adding));
        _service.Take();
        _service.Profile = null;
        _service.ByVersion = static version => version == new Version(1, 0, 0) ? Profiles.Of() : null;
        host.Send(instance, "first", 1);
        Assert.Equal(["current Adding", "version 1.0.0"], _service.Calls);
        Assert.Empty(_service.Lines);
        TrackingProfileCache.Clear();
        _service.ByVersion = static _ => throw new NotImplementedException("no versions");
        host.Send(instance, "second", 1);
        Assert.Equal("no versions", Assert.Single(host.Failures).Message);
        Assert.Contains("Completed", host.Take());
    }

    [Fact]
    public void ReloadTrackingProfiles_ProfileChanged_AffectsOneInstance()
    {
        using Host host = New(unloadOnIdle: false);
        WorkflowInstance instance = host.Start(typeof(Adding));
        WorkflowInstance other = host.Start(typeof(Adding));
        _service.Take();
        instance.ReloadTrackingProfiles();
        host.Send(instance, "first", 1);
        Assert.Equal(["4 Idle"], _service.Take());

        _service.Reloaded = (true, Profiles.Of(new ActivityTrackingLocation(typeof(Reading), [ComponentModel.ActivityExecutionStatus.Closed])));
        _service.OfInstance = _service.Reloaded.Profile;
        instance.ReloadTrackingProfiles();
        instance.Unload();
        host.Send(other, "first", 1);
        Assert.Equal(["4 Idle"], _service.Take());
        host.Send(instance, "second", 2);
        Assert.Equal(["5 second Closed"], _service.Take());
        Assert.Equal(["current Adding", "instance", "ended"], _service.Calls);
        Assert.Throws<InvalidOperationException>(instance.ReloadTrackingProfiles);
    }

    [Fact]
    public void ReloadTrackingProfiles_BeginsAndEndsTracking()
    {
        _service.Profile = null;
        using Host host = New(unloadOnIdle: false);
        WorkflowInstance instance = host.Start(typeof(Adding));
        _service.Reloaded = (true, Profiles.Events());
        instance.ReloadTrackingProfiles();
        host.Send(instance, "first", 1);
        Assert.Equal(["1 Idle"], _service.Take());
        _service.Reloaded = (true, null);
        instance.ReloadTrackingProfiles();
        host.Send(instance, "second", 2);
        Assert.Empty(_service.Lines);
    }

    [Fact]
    public void Work_AddedByChannel_CommitsWithSave()
    {
        List<string> trace = [];
        Works works = new("works", trace);
        _service.OnSend = record => WorkflowEnvironment.WorkBatch.Add(works, Observing.Text(record));
        using Host host = New(unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Adding));
        Assert.Equal(
            ["works commits 1 Created,2 Started,3 Idle,4 Unloaded,5 Persisted", "works done 1 Created,2 Started,3 Idle,4 Unloaded,5 Persisted"],
            trace);

        trace.Clear();
        works.OnCommit = new FormatException("no");
        host.Send(instance, "first", 1);
        Assert.Equal(["works commits 6 Loaded,7 Idle,8 Unloaded,9 Persisted", "works failed 6 Loaded,7 Idle,8 Unloaded,9 Persisted"], trace);
        trace.Clear();
        works.OnCommit = null;
        instance.Unload();
        Assert.Equal("works done 6 Loaded,7 Idle,10 Unloaded,11 Persisted", trace[^1]);
    }

    [Fact]
    public void TransactionScope_Fails_DropsWorkAndKeepsEventOrder()
    {
        List<string> trace = [];
        Works works = new("works", trace);
        _service.Profile = Profiles.Of(new ActivityTrackingLocation(typeof(Activities.CodeActivity), [ComponentModel.ActivityExecutionStatus.Closed]));
        _service.OnSend = record => WorkflowEnvironment.WorkBatch.Add(works, Observing.Text(record));
        Transacting.Build = root =>
        [
            Sequence(
                "outer",
                root.Step("before"),
                Transacting.Scope("scope", root.Step("in"), Throw("throw", new FormatException("no"))),
                Handlers("handlers", Handler<FormatException>("handler", root.Step("after")))),
        ];
        using Host host = New(unloadOnIdle: false);
        host.Start(typeof(Transacting));
        Assert.Equal(["1 before Closed", "2 in Closed", "3 after Closed"], _service.Lines);
        Assert.Equal("works done 1 before Closed,3 after Closed", trace[^1]);
    }

    [Fact]
    public void Notification_ReplacesTheProfileOfNewInstances()
    {
        Notifying service = new() { Profile = Profiles.Events() };
        using Host host = new(_store, _clock, prepare: runtime => runtime.AddService(service));
        WorkflowInstance first = host.Start(typeof(Adding));
        service.Update(typeof(Adding), Profiles.Of());
        WorkflowInstance second = host.Start(typeof(Adding));
        service.Remove(typeof(Adding));
        WorkflowInstance third = host.Start(typeof(Adding));
        Assert.Equal(["1 Created", "2 Started", "3 Idle"], service.Lines);
        Assert.Equal([first.InstanceId, second.InstanceId], service.Instances.Select(static instance => instance.InstanceId));
        Assert.NotEqual(second, third);
        Assert.Equal(["current Adding"], service.Calls);
    }

    private Host New(bool unloadOnIdle) => new(_store, _clock, unloadOnIdle, runtime => runtime.AddService(_service), typeof(Adding), typeof(Transacting));
}

/// <summary>A tracking service whose profiles change.</summary>
public sealed class Notifying : Observing, IProfileNotification
{
    public event EventHandler<ProfileRemovedEventArgs>? ProfileRemoved;

    public event EventHandler<ProfileUpdatedEventArgs>? ProfileUpdated;

    public void Update(Type type, TrackingProfile profile) => ProfileUpdated?.Invoke(this, new ProfileUpdatedEventArgs(type, profile));

    public void Remove(Type type) => ProfileRemoved?.Invoke(this, new ProfileRemovedEventArgs(type));
}
