extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Runtimes that stop and start, handlers of WorkflowIdled that act on their instance (A.9), and circular bindings (A.1).</summary>
[Trait("Paragraph", "A.9")]
public sealed class RuntimeLifeTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public RuntimeLifeTests()
    {
        _store = new InMemoryInstanceStore(_clock);
        Transacting.Build = static root => [root.Step("a"), new Reading("q"), root.Step("b")];
    }

    [Fact]
    public void StartRuntime_AfterStop_ContinuesSavedInstances()
    {
        using Host host = new(_store, _clock, workflows: typeof(Transacting));
        WorkflowInstance instance = host.Start(typeof(Transacting));
        host.Runtime.StopRuntime();
        Assert.Throws<InvalidOperationException>(() => host.Runtime.GetWorkflow(instance.InstanceId));
        Assert.Throws<InvalidOperationException>(() => host.Runtime.CreateWorkflow(typeof(Transacting)));
        host.Runtime.StopRuntime();
        host.Runtime.StartRuntime();
        host.Send(instance, "q", 1);
        Assert.Equal("ab", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void StartRuntime_AfterDispose_IsRefused()
    {
        using Host host = new(_store, _clock);
        host.Runtime.Dispose();
        Assert.Throws<ObjectDisposedException>(host.Runtime.StartRuntime);
        Assert.Throws<ObjectDisposedException>(() => host.Runtime.CreateWorkflow(typeof(Transacting)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Unload_InIdledHandler_UnloadsInstance(bool tries)
    {
        using Host host = new(_store, _clock, prepare: runtime => runtime.WorkflowIdled += (_, e) =>
        {
            if (tries)
            {
                Assert.True(e.WorkflowInstance.TryUnload());
            }
            else
            {
                e.WorkflowInstance.Unload();
            }
        });
        WorkflowInstance instance = host.Start(typeof(Transacting));
        Assert.Empty(host.Runtime.GetLoadedWorkflows());
        Assert.Equal(["Idled", "Persisted", "Unloaded"], host.Take());
        host.Send(instance, "q", 1);
        Assert.Equal("ab", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Theory]
    [InlineData("change", false)]
    [InlineData("change", true)]
    [InlineData("suspend", false)]
    [InlineData("suspend", true)]
    [InlineData("item", false)]
    [InlineData("item", true)]
    [InlineData("profiles", false)]
    [InlineData("profiles", true)]
    public void Idled_HandlerRequestsWork_IsRaisedOncePerRun(string request, bool unloadOnIdle)
    {
        Transacting.Build = root =>
        [
            root.Step("a"),
            new Reading("first"),
            root.Step("b"),
            new Reading("q"),
            root.Step("c"),
            new IfElseActivity("if").With(Branch("never", false, new Reading("unheard")), Branch("else", null))
        ];
        int calls = 0;
        using Host host = new(_store, _clock, unloadOnIdle, prepare: runtime => runtime.WorkflowIdled += (_, e) =>
        {
            // A fault in the runtime would cause an endless loop. 50 calls are enough to detect it.
            if (++calls < 50)
            {
                Request(request, e.WorkflowInstance);
            }
        });
        WorkflowInstance instance = host.Start(typeof(Transacting));
        Assert.Equal(1, calls);
        Assert.Equal(unloadOnIdle, host.Runtime.GetLoadedWorkflows().Count == 0);
        host.Send(instance, "first", 1);
        Assert.Equal(2, calls);
        host.Send(instance, "q", 1);
        Assert.Equal(2, calls);
        Assert.Equal("abc", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Resume_InstanceIsNotSuspended_DoesNothing()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Runtime.CreateWorkflow(typeof(Transacting));
        instance.Resume();
        Assert.Throws<InvalidOperationException>(() => instance.Suspend("too early"));
        instance.Start();
        instance.Resume();
        host.Continue(instance);
        instance.Resume();
        host.Send(instance, "q", 1);
        Assert.Equal(["Idled", "Persisted", "Completed"], host.Take());
        Assert.Throws<InvalidOperationException>(instance.Resume);
    }

    [Fact]
    public void Resume_InstanceWaits_DoesNotRaiseIdledAgain()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Transacting));
        instance.Suspend("stop");
        instance.Resume();
        host.Continue(instance);
        Assert.Equal(["Idled", "Suspended stop"], host.Take());
        host.Send(instance, "q", 1);
        Assert.Equal("ab", host.Outputs["Steps"]);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public void Unload_InSuspendedOrResumedHandler_UnloadsInstance(bool isSuspended, bool isStep)
    {
        Transacting.Build = root =>
        [
            root.Step("a"),
            isStep ? new SuspendActivity("suspend") { Error = "stop" } : new Reading("first"),
            root.Step("b"),
            new Reading("q"),
            root.Step("c")
        ];
        using Host host = new(_store, _clock, prepare: runtime =>
        {
            runtime.WorkflowSuspended += (_, e) => UnloadIf(isSuspended, e.WorkflowInstance);
            runtime.WorkflowResumed += (_, e) => UnloadIf(!isSuspended, e.WorkflowInstance);
        });
        WorkflowInstance instance = host.Start(typeof(Transacting));
        if (!isStep)
        {
            instance.Suspend("stop");
        }

        Assert.Equal(isSuspended ? ["Suspended stop", "Persisted", "Unloaded"] : ["Suspended stop"], host.Take().Where(static line => line != "Idled"));
        instance.Resume();
        host.Continue(instance);
        if (!isStep)
        {
            host.Send(instance, "first", 1);
        }

        host.Send(instance, "q", 1);
        Assert.Equal(!isSuspended, host.Take().Contains("Unloaded"));
        Assert.Equal("abc", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Theory]
    [InlineData("idled")]
    [InlineData("suspended")]
    [InlineData("resumed")]
    public void StopRuntime_InHandlerBetweenSteps_UnloadsInstance(string handler)
    {
        WorkflowRuntime runtime = null!;
        bool isStopped = false;
        void Stop()
        {
            if (!isStopped)
            {
                isStopped = true;
                runtime.StopRuntime();
            }
        }

        using Host host = new(_store, _clock, workflows: typeof(Transacting), prepare: created =>
        {
            runtime = created;
            runtime.WorkflowIdled += (_, _) => (handler == "idled" ? Stop : (Action?)null)?.Invoke();
            runtime.WorkflowSuspended += (_, _) => (handler == "suspended" ? Stop : (Action?)null)?.Invoke();
            runtime.WorkflowResumed += (_, _) => (handler == "resumed" ? Stop : (Action?)null)?.Invoke();
        });
        WorkflowInstance instance = host.Start(typeof(Transacting));
        if (handler != "idled")
        {
            instance.Suspend("stop");
        }

        if (handler == "resumed")
        {
            instance.Resume();
        }

        Assert.True(isStopped);
        Assert.DoesNotContain("Aborted", host.Events);
        Assert.Contains("Unloaded", host.Events);
        host.Runtime.StartRuntime();
        if (handler == "suspended")
        {
            instance.Resume();
        }

        host.Send(instance, "q", 1);
        Assert.Equal("ab", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    [Trait("Paragraph", "A.1")]
    public void Bindings_Circular_Fault()
    {
        Adder first = new() { Name = "first" };
        Adder second = new() { Name = "second" };
        first.SetBinding(Adder.LeftProperty, new ActivityBind("second", "Left"));
        second.SetBinding(Adder.LeftProperty, new ActivityBind("first", "Left"));
        using Run run = Run.Of(Sequence("s", first, second));
        Assert.Contains("back to itself", run.Exception!.Message, StringComparison.Ordinal);
    }

    private static void Request(string request, WorkflowInstance instance)
    {
        switch (request)
        {
            case "change":
                instance.ApplyWorkflowChanges(new WorkflowChanges(instance.GetWorkflowDefinition()));
                break;
            case "suspend":
                instance.Suspend("stop");
                instance.Resume();
                break;
            case "item":
                instance.EnqueueItem("unheard", 1, null, null);
                break;
            default:
                instance.ReloadTrackingProfiles();
                break;
        }
    }

    private static void UnloadIf(bool condition, WorkflowInstance instance)
    {
        if (condition)
        {
            instance.Unload();
        }
    }
}
