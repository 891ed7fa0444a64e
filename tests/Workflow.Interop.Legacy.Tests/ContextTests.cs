using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Execution contexts and their manager (A.6).</summary>
[Trait("Paragraph", "A.6")]
public sealed class ContextTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void CreateExecutionContext_Twice_CreatesUniqueIds()
    {
        using Run run = Run.Of(Owner((context, child) =>
        {
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            ActivityExecutionContext first = manager.CreateExecutionContext(child);
            ActivityExecutionContext second = manager.CreateExecutionContext(child);
            Assert.Equal(3, new HashSet<Guid> { context.ContextGuid, first.ContextGuid, second.ContextGuid }.Count);
            Assert.Equal(first.ContextGuid, first.Activity.GetValue(Activity.ActivityContextGuidProperty));
            Assert.Equal([first.ContextGuid, second.ContextGuid], manager.ExecutionContexts.Select(inner => inner.ContextGuid));
            Assert.Equal(second.ContextGuid, manager.GetExecutionContext(second.Activity)!.ContextGuid);
            Assert.Equal(first.ContextGuid, manager.GetExecutionContext(child)!.ContextGuid);
            manager.CompleteExecutionContext(first);
            manager.CompleteExecutionContext(second);
            Assert.Null(manager.GetExecutionContext(child));
            Assert.Throws<ObjectDisposedException>(() => second.Activity);
            return ActivityExecutionStatus.Closed;
        }));
        Assert.Null(run.Exception);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void ContextGuid_OfRoot_IsInstanceId()
    {
        Guid id = Guid.Empty;
        using Run run = Run.Of(Owner((context, _) =>
        {
            id = context.ContextGuid;
            return ActivityExecutionStatus.Closed;
        }));
        Assert.Equal(run.Instance.InstanceId, id);
    }

    [Fact]
    public void CompleteExecutionContext_CloneRuns_IsRefused()
    {
        using Run run = Run.Of(Owner((context, child) =>
        {
            ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(child);
            inner.ExecuteActivity(inner.Activity);
            InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => context.ExecutionContextManager.CompleteExecutionContext(inner));
            _trace.Add(refused.Message);
            return ActivityExecutionStatus.Executing;
        }));
        Assert.Equal(
            "The context of 'child' cannot be completed: its status is 'Executing'; complete it when the clone has closed, or before it runs.",
            Assert.Single(_trace));
        Assert.Equal("Idled", run.Last);
    }

    [Fact]
    public void CompleteExecutionContext_Twice_IsRefused()
    {
        using Run run = Run.Of(Owner((context, child) =>
        {
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            ActivityExecutionContext inner = manager.CreateExecutionContext(child);
            ActivityExecutionContext same = manager.GetExecutionContext(child)!;
            manager.CompleteExecutionContext(inner);
            Assert.Throws<ArgumentException>(() => manager.CompleteExecutionContext(same));
            return ActivityExecutionStatus.Closed;
        }));
        Assert.Null(run.Exception);
    }

    [Fact]
    public void Closed_WithAnActiveContext_IsRefused()
    {
        using Run run = Run.Of(Owner((context, child) =>
        {
            context.ExecutionContextManager.CreateExecutionContext(child);
            return ActivityExecutionStatus.Closed;
        }));
        Assert.StartsWith("'owner' cannot close: an execution context is active", run.Exception!.Message, StringComparison.Ordinal);
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    public void CreateExecutionContext_NotAChild_IsRefused()
    {
        using Run run = Run.Of(Owner((context, _) =>
        {
            context.ExecutionContextManager.CreateExecutionContext(context.Activity.Parent!);
            return ActivityExecutionStatus.Closed;
        }));
        Assert.StartsWith("'host' is not an enabled child of 'owner'", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ExecutionContextManager_OfALeaf_IsRefused()
    {
        using Run run = Run.Of(new Waiting("w", _trace)
        {
            OnExecute = context =>
            {
                Assert.Throws<InvalidOperationException>(() => context.ExecutionContextManager);
                return ActivityExecutionStatus.Closed;
            },
        });
        Assert.Null(run.Exception);
    }

    [Fact]
    public void PersistedExecutionContexts_Discarded_AreRemoved()
    {
        using Run run = Run.Of(Owner((context, child) =>
        {
            ActivityExecutionContextManager manager = context.ExecutionContextManager;
            ActivityExecutionContext inner = manager.CreateExecutionContext(child);
            Guid id = inner.ContextGuid;
            inner.Activity.UserData["kept"] = true;
            manager.CompleteExecutionContext(inner, forcePersist: true);
            Assert.Equal([id], manager.PersistedExecutionContexts);
            Assert.Empty(manager.ExecutionContexts);
            ActivityExecutionContext again = manager.GetPersistedExecutionContext(id);
            Assert.Equal(true, again.Activity.UserData["kept"]);
            Assert.Empty(manager.PersistedExecutionContexts);
            manager.CompleteExecutionContext(again, forcePersist: true);
            manager.DiscardPersistedExecutionContext(id);
            Assert.Throws<ArgumentException>(() => manager.GetPersistedExecutionContext(id));
            return ActivityExecutionStatus.Closed;
        }));
        Assert.Null(run.Exception);
    }

    [Fact]
    public void Clone_Runs_CallsLifecycleMethodsOnce()
    {
        int count = 0;
        Cycle.Trace = _trace;
        using Run run = Run.Of(While("w", () => count++ < 1, new Cycle("c")));
        Assert.Equal(["load", "initialize", "load", "initialize", "uninitialize", "unload", "dispose", "uninitialize", "unload", "dispose"], _trace);
    }

    [Fact]
    public void Initialize_CloneThrows_LeavesNoContext()
    {
        int count = 0;
        Cycle.Trace = _trace;
        Cycle child = new("c") { FailsAt = 2 };
        using Run run = Run.Of(Sequence("s", While("w", () => count++ < 1, child), Handlers("hs", Handler<FormatException>("h", Code("handled", _trace)))));
        Assert.Contains("handled", _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Terminate_WhileClonesRun_ReleasesThem()
    {
        Cycle.Trace = _trace;
        using Run run = Run.Of(Replicator("r", ExecutionType.Parallel, new[] { 1, 2 }, Sequence("s", new Cycle("c"), new Looped("w"))));
        Assert.Equal("Idled", run.Last);
        run.Instance.Terminate("enough");
        Assert.Equal(3, _trace.Count(line => line == "dispose"));
        Assert.Equal(3, _trace.Count(line => line == "uninitialize"));
    }

    [Fact]
    public void HandleFault_ThrowsWhileClonesRun_ClosesActivity()
    {
        using Run run = Run.Of(new Failing("f").With(new Looped("child")));
        Assert.Equal("second", run.Exception!.Message);
        Assert.Equal("Terminated", run.Last);
    }

    private static Owning Owner(Func<ActivityExecutionContext, Activity, ActivityExecutionStatus> execute) =>
        new Owning("owner", execute).With(new Looped("child"));

    private sealed class Owning(string name, Func<ActivityExecutionContext, Activity, ActivityExecutionStatus> execute) : CompositeActivity(name)
    {
        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => execute(executionContext, Activities[0]);
    }

    private sealed class Failing(string name) : CompositeActivity(name)
    {
        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            ActivityExecutionContext inner = executionContext.ExecutionContextManager.CreateExecutionContext(Activities[0]);
            inner.ExecuteActivity(inner.Activity);
            throw new FormatException("first");
        }

        protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) =>
            throw new FormatException("second");
    }

    private sealed class Cycle(string name) : Activity(name)
    {
        [ThreadStatic]
        private static List<string>? s_trace;

        public static List<string> Trace
        {
            get => s_trace!;
            set => s_trace = value;
        }

        public int FailsAt { get; init; }

        protected override void OnActivityExecutionContextLoad(IServiceProvider provider) => Trace.Add("load");

        protected override void Initialize(IServiceProvider provider)
        {
            Trace.Add("initialize");
            if (Trace.Count(line => line == "initialize") == FailsAt)
            {
                throw new FormatException("initialize");
            }
        }

        protected override void Uninitialize(IServiceProvider provider) => Trace.Add("uninitialize");

        protected override void OnActivityExecutionContextUnload(IServiceProvider provider) => Trace.Add("unload");

        protected override void Dispose(bool disposing)
        {
            Trace.Add("dispose");
            base.Dispose(disposing);
        }
    }
}
