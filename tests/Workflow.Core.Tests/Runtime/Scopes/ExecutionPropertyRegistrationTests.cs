using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests the registration and unregistration of execution properties and failures in both.</summary>
public sealed class ExecutionPropertyRegistrationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.5")]
    public void Properties_OfCompletedChild_AreUnregisteredBeforeCallback(Lane lane)
    {
        RegisteredProperty first = new(_log, "first"), second = new(_log, "second");
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            context.Properties.Add("b", first);
            context.Properties.Add("a", second);
        };
        Runner.Run(new Probe(_log, "root", child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "child executes", "first registered", "second registered", "first unregistered", "second unregistered", "root < child Closed");
    }

    [Theory, Lanes]
    [Rule("9.5")]
    public void Register_Throws_AddsNothing(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        RegisteredProperty failing = new(_log, "p") { OnRegister = _ => throw boom };
        Body(lane, context =>
        {
            Assert.Same(boom, Assert.Throws<InvalidOperationException>(() => context.Properties.Add("p", failing)));
            Assert.Null(context.Properties.Find("p"));
            Assert.True(context.Properties.IsEmpty);
            context.Properties.Add("p", 2);
            Assert.Equal(2, context.Properties.Find("p"));
        });
        _log.AssertIs("body executes", "p registered");
    }

    [Theory, Lanes]
    [Rule("9.5")]
    public void RegistrationContext_DuringRegister_FindsOuterProperties(Lane lane)
    {
        RegisteredProperty property = new(_log, "p")
        {
            OnRegister = context => _log.Add($"{context.FindProperty("p")}, {context.FindProperty("other")}, {context.FindProperty("none")}"),
        };
        Probe inner = new(_log, "inner");
        inner.Body = context =>
        {
            context.Properties.Add("other", "sibling");
            context.Properties.Add("p", property);
        };
        Probe outer = new(_log, "outer", inner);
        outer.Body = context =>
        {
            context.Properties.Add("p", "outer");
            outer.Schedule(context, inner);
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("outer, sibling, ", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("9.5")]
    public void Unregister_AtRemoval_RunsInsideRemove(Lane lane)
    {
        RegisteredProperty property = new(_log, "p");
        property.OnUnregister = context => _log.Add($"found: {context.FindProperty("p")}");
        Body(lane, context =>
        {
            context.Properties.Add("p", property);
            Assert.True(context.Properties.Remove("p"));
            _log.Add("removed");
        });
        _log.AssertIs("body executes", "p registered", "p unregistered", "found: ", "removed");
    }

    [Theory, Lanes]
    [Rule("9.5")]
    [Rule("1.5")]
    public void Unregister_InstanceFaults_RunsAfterAbort(Lane lane)
    {
        Probe source = new(_log, "source");
        source.Body = context =>
        {
            context.Properties.Add("p", new RegisteredProperty(_log, "p"));
            throw new InvalidOperationException("boom");
        };
        Probe root = Guarding(source);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "source executes", "p registered", "source aborts", "p unregistered", "root ! boom from source", "root < source Faulted");
    }

    [Theory, Lanes]
    [Rule("5.9")]
    public void Unregister_ThrowsDuringWorkflowAbort_IsIgnored(Lane lane)
    {
        RegisteredProperty failing = new(_log, "failing") { OnUnregister = _ => throw new InvalidOperationException("boom") };
        Probe root = new(_log, "root", new Wait(_log, "w"));
        root.Body = context =>
        {
            context.Properties.Add("p", failing);
            context.Properties.Add("q", new RegisteredProperty(_log, "second"));
            root.Schedule(context, root.Children[0]);
        };
        Running running = Runner.Start(root, lane);
        InvalidOperationException reason = new("reason");
        _log.Clear();
        running.Abort(reason);
        Assert.Same(reason, running.End().Reason);
        _log.AssertIs("w aborts", "root aborts", "failing unregistered", "second unregistered");
    }

    [Theory, Lanes]
    [Rule("5.9")]
    [Rule("2.3")]
    public void Unregister_ThrowsAtCompletion_FaultsWithoutAbort(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            context.Properties.Add("p", new RegisteredProperty(_log, "failing") { OnUnregister = _ => throw boom });
            context.Properties.Add("q", new RegisteredProperty(_log, "second") { OnUnregister = _ => throw new InvalidOperationException("late") });
        };
        Runner.Run(Guarding(child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes",
            "child executes",
            "failing registered",
            "second registered",
            "failing unregistered",
            "second unregistered",
            "root ! boom from child",
            "root < child Faulted");
    }

    private Probe Guarding(Activity child)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }

    private void Body(Lane lane, Action<NativeActivityContext> body) =>
        Runner.Run(new Probe(_log, "body") { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
}
