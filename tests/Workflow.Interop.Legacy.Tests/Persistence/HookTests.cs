extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Code of the application that fails while an instance is saved or loaded (A.2, A.10).</summary>
[Trait("Paragraph", "A.2")]
public sealed class HookTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Host _host;

    public HookTests()
    {
        _store = new InMemoryInstanceStore(_clock);
        _host = new Host(_store, _clock);
        Hooked.Calls = [];
    }

    [Fact]
    public void Hooks_UnloadAndLoad_AreCalledOnce()
    {
        WorkflowInstance instance = _host.Start(typeof(Hooked));
        Assert.Equal(["load", "initialize"], Hooked.Calls);
        Hooked.Calls!.Clear();
        instance.Unload();
        instance.Load();
        Assert.Equal(["unload", "load"], Hooked.Calls);
        _host.Send(instance, "q", null);
        Assert.Equal(["unload", "load", "uninitialize", "unload"], Hooked.Calls);
        Assert.Equal("Completed", _host.Take()[^1]);
    }

    [Theory]
    [InlineData("load")]
    [InlineData("constructor")]
    public async Task Load_HookThrows_FailsAndReleasesRow(string hook)
    {
        WorkflowInstance instance = _host.Start(typeof(Hooked));
        instance.Unload();
        Hooked.Failing = hook;
        PersistenceException failure = Assert.Throws<PersistenceException>(instance.Load);
        Hooked.Failing = null;
        Assert.Contains("broken", failure.Message, StringComparison.Ordinal);
        InstanceSummary row = Assert.Single(await Stored.AllAsync(_store));
        Assert.Null(row.OwnerId);
        Assert.Equal(1, row.FailureCount);
        Assert.Contains("broken", row.LastFailure, StringComparison.Ordinal);
        _host.Send(instance, "q", null);
        Assert.Equal("Completed", _host.Take()[^1]);
    }

    [Fact]
    public void Unload_HookThrows_ReportsAndCompletes()
    {
        WorkflowInstance instance = _host.Start(typeof(Hooked));
        Hooked.Failing = "unload";
        instance.Unload();
        Hooked.Failing = null;
        Assert.Equal("broken", Assert.Single(_host.Failures).Message);
        _host.Send(instance, "q", null);
        Assert.Equal("Completed", _host.Take()[^1]);
    }

    [Fact]
    public void EventHandlers_Throw_AreReported()
    {
        EventHandler<WorkflowEventArgs> handler = (_, _) => throw new FormatException("handler");
        _host.Runtime.WorkflowPersisted += handler;
        _host.Runtime.WorkflowUnloaded += handler;
        _host.Runtime.WorkflowLoaded += handler;
        WorkflowInstance instance = _host.Start(typeof(Hooked));
        instance.Unload();
        _host.Send(instance, "q", null);
        Assert.Equal("Completed", _host.Take()[^1]);
        Assert.Equal(4, _host.Failures.Count);
    }

    [Fact]
    public void PersistedHandler_SendsItem_IsDelivered()
    {
        WorkflowInstance instance = _host.Start(typeof(Hooked));
        bool isSent = false;
        _host.Runtime.WorkflowPersisted += (_, e) =>
        {
            if (!isSent)
            {
                isSent = true;
                e.WorkflowInstance.EnqueueItem("q", 5, null, null);
            }
        };
        instance.Unload();
        _host.Continue(instance);
        Assert.Equal("Completed", _host.Take()[^1]);
        Assert.Empty(_host.Failures);
    }

    public void Dispose() => _host.Dispose();

    /// <summary>Records the calls of its hooks, and throws in the hook that a test selects.</summary>
    public sealed class Hooked : SequentialWorkflowActivity
    {
        public Hooked()
        {
            Name = "hooked";
            Fail("constructor");
            this.With(new Reading("q"));
        }

        [field: ThreadStatic]
        public static List<string>? Calls { get; set; }

        [field: ThreadStatic]
        public static string? Failing { get; set; }

        protected override void OnActivityExecutionContextLoad(IServiceProvider provider) => Call("load");

        protected override void OnActivityExecutionContextUnload(IServiceProvider provider) => Call("unload");

        protected override void Initialize(IServiceProvider provider)
        {
            Call("initialize");
            base.Initialize(provider);
        }

        protected override void Uninitialize(IServiceProvider provider) => Call("uninitialize");

        private static void Call(string name)
        {
            Calls?.Add(name);
            Fail(name);
        }

        private static void Fail(string name)
        {
            if (Failing == name)
            {
                throw new FormatException("broken");
            }
        }
    }
}
