extern alias WorkflowCore;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Runtimes that stop and start, and what a handler of WorkflowIdled does to its instance (A.9); bindings that lead back (A.1).</summary>
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
    public void StartRuntime_AfterAStop_GoesOnWithTheSavedInstances()
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
    public void Unload_InAHandlerOfIdled_UnloadsTheInstance(bool tries)
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

    [Fact]
    [Trait("Paragraph", "A.1")]
    public void Bindings_ThatLeadToEachOther_Fault()
    {
        Adder first = new() { Name = "first" };
        Adder second = new() { Name = "second" };
        first.SetBinding(Adder.LeftProperty, new ActivityBind("second", "Left"));
        second.SetBinding(Adder.LeftProperty, new ActivityBind("first", "Left"));
        using Run run = Run.Of(Sequence("s", first, second));
        Assert.Contains("back to itself", run.Exception!.Message, StringComparison.Ordinal);
    }
}
