extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Synchronization scopes (A.11).</summary>
[Trait("Paragraph", "A.11")]
public sealed class SynchronizationTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Scopes_SameHandle_RunSequentially()
    {
        using Run run = Run.Of(Parallel("p", Branch("a", ["h"]), Branch("b", ["h"]), Branch("c", ["h"])));
        Assert.Equal(["a1", "a2", "b1", "b2", "c1", "c2"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scopes_DifferentHandles_Interleave()
    {
        using Run run = Run.Of(Parallel("p", Branch("a", ["h"]), Branch("b", ["i"]), Branch("c", [])));
        Assert.Equal(["a1", "b1", "c1", "a2", "b2", "c2"], _trace);
    }

    [Fact]
    public void Scopes_SeveralHandlesInAnyOrder_DoNotDeadlock()
    {
        using Run run = Run.Of(Parallel("p", Branch("a", ["x", "y", "z"]), Branch("b", ["z", "y"]), Branch("c", ["y", "x", "x"])));
        Assert.Equal(6, _trace.Count);
        Assert.Equal(["a1", "a2"], _trace[..2]);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_NestedWithSameHandle_CompetesWithSiblings()
    {
        SynchronizationScopeActivity outer = Scope("outer", ["h"], Parallel("inner", Branch("a", ["h"]), Branch("b", ["h"])));
        using Run run = Run.Of(Parallel("p", Sequence("s", outer), Branch("c", ["h"])));
        Assert.Equal(["a1", "a2", "b1", "b2", "c1", "c2"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_Faults_KeepsLocksUntilHandlersEnd()
    {
        SynchronizationScopeActivity failing = Scope(
            "failing",
            ["h"],
            Throw("t", new FormatException()),
            Handlers("hs", Handler<FormatException>("h", Code("handled1", _trace), Code("handled2", _trace))));
        using Run run = Run.Of(Parallel("p", Sequence("s", failing), Branch("b", ["h"])));
        Assert.Equal(["handled1", "handled2", "b1", "b2"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Scope_CanceledWhileWaiting_StopsWaiting()
    {
        ListenActivity listen = new ListenActivity("l").With(On("e", new Reading("q"), Code("stopped", _trace)), On("f", new Reading("other")));
        ReplicatorActivity replicator = Replicator("r", ExecutionType.Parallel, new[] { 1, 2, 3 }, Scope("scope", ["h"], new Reading("wait", "w")));
        int completed = 0;
        replicator.ChildCompleted += (_, _) => completed++;
        replicator.UntilCondition = Condition(() => completed == 1);
        using Run run = Run.Of(Sequence("all", replicator, Branch("after", ["h"]), listen));
        run.Instance.EnqueueItem("w", 1, null, null);
        run.Continue();
        Assert.Equal(["after1", "after2"], _trace);
        run.Instance.EnqueueItem("q", 1, null, null);
        run.Continue();
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void Scopes_HoldingAndWaiting_AreSaved()
    {
        VirtualTimeProvider clock = new();
        using Host host = new(new InMemoryInstanceStore(clock), clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Locking));
        foreach (string queue in new[] { "first", "second", "third" })
        {
            Assert.Equal([queue], instance.GetWorkflowQueueData().Where(data => data.SubscribedActivityNames.Count > 0).Select(data => data.QueueName));
            host.Send(instance, queue, null);
        }

        Assert.Equal("Completed", host.Take()[^1]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Scope_UnnamedHandle_IsRefused() => Assert.Contains(
        "'scope' has a lock without a name",
        Assert.Throws<WorkflowValidationFailedException>(() => new WorkflowRuntime().CreateWorkflow(typeof(Unnamed))).Message,
        StringComparison.Ordinal);

    private static SynchronizationScopeActivity Scope(string name, string[] handles, params Activity[] children) =>
        new SynchronizationScopeActivity(name) { SynchronizationHandles = handles }.With(children);

    private SequenceActivity Branch(string name, string[] handles) =>
        Sequence($"{name}Branch", Scope(name, handles, Code($"{name}1", _trace), Code($"{name}2", _trace)));

    public sealed class Locking : SequentialWorkflowActivity
    {
        public Locking()
        {
            Name = "locking";
            this.With(Parallel("p", Waiting("first"), Waiting("second"), Waiting("third")));
        }

        private static SequenceActivity Waiting(string name) => Sequence($"{name}Branch", Scope($"{name}Scope", ["h", "g"], new Reading(name)));
    }

    public sealed class Unnamed : SequentialWorkflowActivity
    {
        public Unnamed() => this.With(Scope("scope", [string.Empty]));
    }
}
