using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using BclScope = System.Transactions.TransactionScope;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.Hosting;

/// <summary>A workflow that is invoked in a transaction runs in that transaction (rules 10.6 and 17.4).</summary>
public sealed class AmbientTransactionTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("10.6")]
    public void Invoke_InATransaction_ScopesJoinIt()
    {
        using (BclScope caller = new())
        {
            string mine = Transaction.Current!.TransactionInformation.LocalIdentifier;
            Scope scope = new()
            {
                Body = new Step(
                    _log,
                    "body",
                    _ => Enlisted.In(_log, Transaction.Current!.TransactionInformation.LocalIdentifier == mine ? "same" : "other"))
            };
            WorkflowInvoker.Invoke(scope);
            _log.AssertIs("body");
            caller.Complete();
        }

        _log.AssertIs("body", "same committed");
    }

    [Fact]
    [Rule("10.6")]
    public void Invoke_FaultInAJoinedScope_DoesNotAbortTheWorkflow()
    {
        using BclScope caller = new();
        TryCatch root = new()
        {
            Try = new Scope { Body = new Step(_log, "body", new InvalidOperationException("boom")) },
            Catches = { new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => new Step(_log, "caught")) } },
        };
        WorkflowInvoker.Invoke(root);
        Assert.Equal(TransactionStatus.Active, Transaction.Current!.TransactionInformation.Status);
        _log.AssertIs("body", "caught");
    }

    [Fact]
    [Rule("10.6")]
    public void Invoke_IsolationLevelDiffersFromTheCallers_IsRefused()
    {
        using BclScope caller = new();
        Scope scope = new() { IsolationLevel = IsolationLevel.ReadCommitted, Body = new Step(_log, "body") };
        Assert.Contains("isolation level", Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(scope)).Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("10.6")]
    public void GetProperty_InTheCallersTransaction_IsAHandleOfIt()
    {
        using BclScope caller = new();
        Transaction? seen = null;
        WorkflowInvoker.Invoke(new Step(_log, "body", context => seen = context.GetProperty<RuntimeTransactionHandle>()!.GetCurrentTransaction(context)));
        Assert.Equal(Transaction.Current, seen);
    }

    [Fact]
    [Rule("10.6")]
    public void GetProperty_WithoutATransaction_IsNull()
    {
        bool isNull = false;
        WorkflowInvoker.Invoke(new Step(_log, "body", context => isNull = context.GetProperty<RuntimeTransactionHandle>() is null));
        Assert.True(isNull);
    }

    [Fact]
    [Rule("17.4")]
    public async Task InvokeAsync_InATransaction_FlowsItOverIdle()
    {
        Operation operation = new(_log, "op");
        Sequence root = new() { Activities = { operation, new Step(_log, "after", _ => Enlisted.In(_log, "work")) } };
        Task running;
        using (BclScope caller = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            running = WorkflowInvoker.InvokeAsync(root);
            Transaction? mine = Transaction.Current;
            using (new BclScope(TransactionScopeOption.Suppress))
            {
                operation.Succeed();
                Assert.Null(Transaction.Current);
            }

            Assert.Equal(mine, Transaction.Current);
            await running.WaitAsync(HangGuard.Limit);
            caller.Complete();
        }

        _log.AssertIs("op starts", "after", "work committed");
    }

    [Fact]
    [Rule("17.4")]
    public void InvokeAsync_TransactionWithoutAsyncFlow_FlowsToTheNextThread()
    {
        Operation operation = new(_log, "op");
        Sequence root = new() { Activities = { operation, new Step(_log, "after", _ => Enlisted.In(_log, "work")) } };
        using (BclScope caller = new())
        {
            NoContext.Run(() => _ = WorkflowInvoker.InvokeAsync(root));
            Thread other = new(() => operation.Succeed());
            other.Start();
            Joined(other);
            caller.Complete();
        }

        _log.AssertIs("op starts", "after", "work committed");
    }

    [System.Diagnostics.CodeAnalysis.SuppressMessage(
        "ApiDesign",
        "RS0030:Do not use banned APIs",
        Justification = "The scope belongs to this thread and must outlive what the other one does.")]
    private static void Joined(Thread thread) => thread.Join();
}
