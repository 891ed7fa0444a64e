using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Provides the workflow instance whose step runs on the current thread.</summary>
public static class WorkflowEnvironment
{
    // A field of the thread, not an AsyncLocal: the methods of WF3 are synchronous, and the work of an instance must not flow to threads that a step starts.
    [ThreadStatic]
    private static Scope? s_current;

    /// <summary>The id of the instance whose step runs on the current thread.</summary>
    /// <exception cref="InvalidOperationException">No step runs on the current thread.</exception>
    public static Guid WorkflowInstanceId => s_current?.InstanceId ?? throw NoInstance(nameof(WorkflowInstanceId));

    /// <summary>The work that is performed together with the next save of the instance whose step runs on the current thread.</summary>
    /// <exception cref="InvalidOperationException">No step runs on the current thread.</exception>
    public static IWorkBatch WorkBatch => s_current?.Batch ?? throw NoInstance(nameof(WorkBatch));

    /// <summary>True if the innermost step that runs on the current thread belongs to the instance.</summary>
    internal static bool IsCurrent(Guid instanceId) => s_current?.InstanceId == instanceId;

    /// <summary>True if a step of the instance runs on the current thread.</summary>
    internal static bool IsIn(Guid instanceId)
    {
        Scope? scope = s_current;
        while (scope is not null && scope.InstanceId != instanceId)
        {
            scope = scope.Outer;
        }

        return scope is not null;
    }

    /// <summary>
    /// Begins to run an instance on the current thread. The ambient transaction of the caller is suppressed, unless the instance is part of the caller's
    /// transaction.
    /// </summary>
    internal static IDisposable Enter(Guid instanceId, WorkBatch batch, bool isPart = false) => s_current = new Scope(instanceId, batch, s_current, isPart);

    private static InvalidOperationException NoInstance(string member) =>
        new($"No workflow instance runs on this thread; read {member} in code that an activity calls.");

    private sealed class Scope(Guid instanceId, WorkBatch batch, Scope? outer, bool isPart) : IDisposable
    {
        private readonly TransactionScope? _suppression =
            isPart || Transaction.Current is null ? null : new TransactionScope(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);

        public Guid InstanceId => instanceId;

        public WorkBatch Batch => batch;

        public Scope? Outer => outer;

        public void Dispose()
        {
            s_current = outer;
            _suppression?.Dispose();
        }
    }
}
