extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.Persistence.Transacting;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Suspends and aborts an instance while a transaction scope runs in it, and loses the outcome of its transaction (A.11).</summary>
[Trait("Paragraph", "A.11")]
public sealed class ScopeAttackTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public ScopeAttackTests() => _store = new InMemoryInstanceStore(_clock);

    [Fact]
    public void Suspend_InTheScope_StopsItsStepsUntilResume()
    {
        using Host host = Begin(root => [Scope("scope", root.Step("a"), new Reading("q"), root.Step("b")), root.Step("c")]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        instance.Suspend("stop");
        host.Send(instance, "q", 1);
        Assert.Equal(["Idled", "Suspended stop"], host.Take());
        Assert.False(instance.TryUnload());
        instance.Resume();
        host.Continue(instance);
        Assert.Equal(["Persisted", "Persisted", "Completed"], host.Take());
        Assert.Equal("ABc", host.Outputs["Steps"]);
    }

    [Fact]
    public void Abort_InScope_RevertsToLastSave()
    {
        TransactionStatus? status = null;
        using Host host = Begin(root =>
        [
            new Reading("first"),
            Scope(
                "scope",
                root.Step("a"),
                Code("watch", (_, _) => Transaction.Current!.TransactionCompleted += (_, e) => status = e.Transaction!.TransactionInformation.Status),
                new Reading("q"))
        ]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        instance.Unload();
        host.Send(instance, "first", 1);
        instance.Abort();
        Assert.Equal(TransactionStatus.Aborted, status);
        host.Send(instance, "first", 2);
        host.Send(instance, "q", 1);
        Assert.Contains("Completed", host.Take());
        Assert.Equal("A", host.Outputs["Steps"]);
    }

    [Fact]
    public void Commit_OutcomeUnknown_AbortsInstance()
    {
        using Host host = Begin(root => [new Reading("first"), Scope("scope", root.Step("a"), Code("enlist", (_, _) => InDoubt.Enlist())), root.Step("never")]);
        WorkflowInstance instance = host.Runtime.GetLoadedWorkflows().Single();
        instance.Unload();
        host.Take();
        host.Send(instance, "first", 1);
        Assert.Contains("Aborted", host.Take());
        Assert.Empty(host.Runtime.GetLoadedWorkflows());
        Assert.Contains(host.Failures, static failure => failure.ToString().Contains(nameof(TransactionInDoubtException), StringComparison.Ordinal));
    }

    private Host Begin(Func<Transacting, Activity[]> build)
    {
        Build = build;
        Host host = new(_store, _clock);
        host.Start(typeof(Transacting));
        return host;
    }

    /// <summary>A single-phase resource whose outcome stays unknown.</summary>
    private sealed class InDoubt : ISinglePhaseNotification
    {
        public static void Enlist() => Transaction.Current!.EnlistDurable(Guid.NewGuid(), new InDoubt(), EnlistmentOptions.None);

        public void SinglePhaseCommit(SinglePhaseEnlistment singlePhaseEnlistment) => singlePhaseEnlistment.InDoubt();

        public void Prepare(PreparingEnlistment preparingEnlistment) => preparingEnlistment.Prepared();

        public void Commit(Enlistment enlistment) => enlistment.Done();

        public void Rollback(Enlistment enlistment) => enlistment.Done();

        void IEnlistmentNotification.InDoubt(Enlistment enlistment) => enlistment.Done();
    }
}
