using System;
using System.Data.SqlTypes;
using System.Threading;
using System.Workflow.ComponentModel;

namespace System.Workflow.Runtime.Hosting
{
    public enum WorkflowRuntimeServiceState
    {
        Stopped,
        Starting,
        Started,
        Stopping,
    }

    public abstract class WorkflowRuntimeService
    {
        protected WorkflowRuntimeService() => throw null;
        protected WorkflowRuntime Runtime => throw null;
        protected WorkflowRuntimeServiceState State => throw null;
        protected virtual void OnStarted() => throw null;
        protected virtual void OnStopped() => throw null;
        protected void RaiseServicesExceptionNotHandledEvent(Exception exception, Guid instanceId) => throw null;
        protected internal virtual void Start() => throw null;
        protected internal virtual void Stop() => throw null;
    }

    public abstract class WorkflowSchedulerService : WorkflowRuntimeService
    {
        protected WorkflowSchedulerService() => throw null;
        protected internal abstract void Cancel(Guid timerId);
        protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId);
        protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId);
    }

    public class DefaultWorkflowSchedulerService : WorkflowSchedulerService
    {
        public DefaultWorkflowSchedulerService() => throw null;
        public DefaultWorkflowSchedulerService(int maxSimultaneousWorkflows) => throw null;
        public int MaxSimultaneousWorkflows => throw null;
        protected internal override void Cancel(Guid timerId) => throw null;
        protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId) => throw null;
        protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId) => throw null;
    }

    public class ManualWorkflowSchedulerService : WorkflowSchedulerService
    {
        public ManualWorkflowSchedulerService() => throw null;
        public ManualWorkflowSchedulerService(bool useActiveTimers) => throw null;
        public bool RunWorkflow(Guid workflowInstanceId) => throw null;
        protected internal override void Cancel(Guid timerId) => throw null;
        protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId) => throw null;
        protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId) => throw null;
    }

    public abstract class WorkflowPersistenceService : WorkflowRuntimeService
    {
        protected WorkflowPersistenceService() => throw null;
        protected static byte[] GetDefaultSerializedForm(Activity activity) => throw null;
        protected internal static bool GetIsBlocked(Activity rootActivity) => throw null;
        protected internal static string GetSuspendOrTerminateInfo(Activity rootActivity) => throw null;
        protected internal static WorkflowStatus GetWorkflowStatus(Activity rootActivity) => throw null;
        protected internal abstract Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity);
        protected internal abstract Activity LoadWorkflowInstanceState(Guid instanceId);
        protected static Activity RestoreFromDefaultSerializedForm(byte[] activityBytes, Activity outerActivity) => throw null;
        protected internal abstract void SaveCompletedContextActivity(Activity activity);
        protected internal abstract void SaveWorkflowInstanceState(Activity rootActivity, bool unlock);
        protected internal abstract bool UnloadOnIdle(Activity activity);
        protected internal abstract void UnlockWorkflowInstanceState(Activity rootActivity);
    }

    public class SharedConnectionWorkflowCommitWorkBatchService : WorkflowCommitWorkBatchService
    {
        public SharedConnectionWorkflowCommitWorkBatchService(string connectionString) => throw null;
    }

    public class SqlPersistenceWorkflowInstanceDescription
    {
        internal SqlPersistenceWorkflowInstanceDescription() => throw null;
        public bool IsBlocked => throw null;
        public SqlDateTime NextTimerExpiration => throw null;
        public WorkflowStatus Status => throw null;
        public string SuspendOrTerminateDescription => throw null;
        public Guid WorkflowInstanceId => throw null;
    }

    public class PersistenceException : Exception
    {
        public PersistenceException() => throw null;
        public PersistenceException(string message) => throw null;
        public PersistenceException(string message, Exception innerException) => throw null;
    }

    public abstract class WorkflowCommitWorkBatchService : WorkflowRuntimeService
    {
        protected WorkflowCommitWorkBatchService() => throw null;
        protected internal virtual void CommitWorkBatch(CommitWorkBatchCallback commitWorkBatchCallback) => throw null;

        public delegate void CommitWorkBatchCallback();
    }

    public class DefaultWorkflowCommitWorkBatchService : WorkflowCommitWorkBatchService
    {
        public DefaultWorkflowCommitWorkBatchService() => throw null;
    }
}
