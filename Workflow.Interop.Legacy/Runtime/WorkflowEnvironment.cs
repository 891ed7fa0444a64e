using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The workflow instance whose step runs on this thread.</summary>
public static class WorkflowEnvironment
{
    [ThreadStatic]
    private static Scope? s_current;

    /// <summary>The id of the instance whose step runs on this thread.</summary>
    /// <exception cref="InvalidOperationException">No step runs on this thread.</exception>
    public static Guid WorkflowInstanceId => s_current?.InstanceId ?? throw NoInstance(nameof(WorkflowInstanceId));

    /// <summary>The work that is done together with the next save of the instance whose step runs on this thread.</summary>
    /// <exception cref="InvalidOperationException">No step runs on this thread.</exception>
    public static IWorkBatch WorkBatch => s_current?.Batch ?? throw NoInstance(nameof(WorkBatch));

    /// <summary>Whether the innermost step that runs on this thread is one of the instance.</summary>
    internal static bool IsCurrent(Guid instanceId) => s_current?.InstanceId == instanceId;

    /// <summary>Whether a step of the instance runs on this thread.</summary>
    internal static bool IsIn(Guid instanceId)
    {
        Scope? scope = s_current;
        while (scope is not null && scope.InstanceId != instanceId)
        {
            scope = scope.Outer;
        }

        return scope is not null;
    }

    /// <summary>Begins to run an instance. A transaction of the caller is none of the instance, unless the instance is part of the caller's.</summary>
    internal static IDisposable Enter(Guid instanceId, WorkBatch batch, bool isPart = false) => s_current = new Scope(instanceId, batch, s_current, isPart);

    private static InvalidOperationException NoInstance(string member) => new($"No workflow instance runs on this thread; read {member} in code that an activity calls.");

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
