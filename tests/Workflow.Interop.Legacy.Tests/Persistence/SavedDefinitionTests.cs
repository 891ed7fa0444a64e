extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>The requirements of saved state on the runtime that loads it (A.8, A.10).</summary>
[Trait("Paragraph", "A.8")]
public sealed class SavedDefinitionTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public SavedDefinitionTests() => _store = new InMemoryInstanceStore(_clock);

    [Fact]
    public void Workflow_DefinitionChanged_IsRefused()
    {
        using Host host = new(_store, _clock);
        Changing.HasMore = false;
        WorkflowInstance instance = host.Start(typeof(Changing));
        instance.Unload();
        Changing.HasMore = true;
        Assert.Contains("has changed since the instance", Assert.Throws<PersistenceException>(instance.Load).Message, StringComparison.Ordinal);
        Changing.HasMore = false;
        host.Send(instance, "q", null);
        Assert.Equal("Completed", host.Take()[^1]);
    }

    [Fact]
    public void Service_Missing_IsNamed()
    {
        Keeping.Next = new OrderService();
        WorkflowInstance instance;
        using (Host first = new(_store, _clock, prepare: static runtime => runtime.AddService(Keeping.Next!)))
        {
            instance = first.Start(typeof(Keeping));
        }

        Keeping.Next = null;
        using Host second = new(_store, _clock, workflows: typeof(Keeping));
        Assert.Contains(
            "OrderService#0', which the runtime does not have",
            Assert.Throws<PersistenceException>(() => second.Runtime.GetWorkflow(instance.InstanceId)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Type_OfOtherAssembly_IsSavedIfProvided()
    {
        Keeping.Next = InstanceStatus.Canceled;
        using (Host host = new(_store, _clock))
        {
            WorkflowInstance refused = host.Start(typeof(Keeping));
            Assert.Contains("add its assembly to a TypeProvider", Assert.Throws<PersistenceException>(refused.Unload).Message, StringComparison.Ordinal);
            refused.Terminate("done");
        }

        TypeProvider provider = new(null);
        provider.AddAssembly(typeof(InstanceStatus).Assembly);
        using Host with = new(_store, _clock, prepare: runtime => runtime.AddService(provider));
        WorkflowInstance instance = with.Start(typeof(Keeping));
        Keeping.Next = null;
        instance.Unload();
        with.Send(instance, "wait", null);
        Assert.Equal(InstanceStatus.Canceled, with.Outputs["Seen"]);
    }

    /// <summary>A workflow whose constructor changes with the next version.</summary>
    public sealed class Changing : SequentialWorkflowActivity
    {
        public Changing()
        {
            Name = "changing";
            this.With(new Reading("q"));
            if (HasMore)
            {
                this.With(new Reading("more"));
            }
        }

        [field: ThreadStatic]
        public static bool HasMore { get; set; }
    }
}
