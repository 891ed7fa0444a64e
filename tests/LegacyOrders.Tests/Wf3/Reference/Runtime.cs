using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Transactions;
using System.Workflow.ComponentModel;

namespace System.Workflow.Runtime
{
    public interface IPendingWork
    {
        void Commit(Transaction transaction, ICollection items);
        void Complete(bool succeeded, ICollection items);
        bool MustCommit(ICollection items);
    }

    public interface IWorkBatch
    {
        void Add(IPendingWork work, object workItem);
    }

    public enum WorkflowStatus
    {
        Running,
        Completed,
        Suspended,
        Terminated,
        Created,
    }

    public static class WorkflowEnvironment
    {
        public static IWorkBatch WorkBatch => throw null;
        public static Guid WorkflowInstanceId => throw null;
    }

    public class WorkflowEventArgs : EventArgs
    {
        internal WorkflowEventArgs() => throw null;
        public WorkflowInstance WorkflowInstance => throw null;
    }

    public class WorkflowCompletedEventArgs : WorkflowEventArgs
    {
        internal WorkflowCompletedEventArgs() => throw null;
        public Dictionary<string, object> OutputParameters => throw null;
    }

    public class WorkflowTerminatedEventArgs : WorkflowEventArgs
    {
        internal WorkflowTerminatedEventArgs() => throw null;
        public Exception Exception => throw null;
    }

    public class WorkflowSuspendedEventArgs : WorkflowEventArgs
    {
        internal WorkflowSuspendedEventArgs() => throw null;
        public string Error => throw null;
    }

    public sealed class WorkflowRuntimeEventArgs : EventArgs
    {
        internal WorkflowRuntimeEventArgs() => throw null;
        public bool IsStarted => throw null;
    }

    public sealed class ServicesExceptionNotHandledEventArgs : EventArgs
    {
        internal ServicesExceptionNotHandledEventArgs() => throw null;
        public Exception Exception => throw null;
        public Guid WorkflowInstanceId => throw null;
    }

    public class WorkflowRuntime : IServiceProvider, IDisposable
    {
        public WorkflowRuntime() => throw null;
        public event EventHandler<ServicesExceptionNotHandledEventArgs> ServicesExceptionNotHandled { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowRuntimeEventArgs> Started { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowRuntimeEventArgs> Stopped { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowAborted { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowCompletedEventArgs> WorkflowCompleted { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowCreated { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowIdled { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowLoaded { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowPersisted { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowResumed { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowStarted { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowSuspendedEventArgs> WorkflowSuspended { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowTerminatedEventArgs> WorkflowTerminated { add => throw null; remove => throw null; }
        public event EventHandler<WorkflowEventArgs> WorkflowUnloaded { add => throw null; remove => throw null; }
        public bool IsStarted => throw null;
        public string Name { get => throw null; set => throw null; }
        public void AddService(object service) => throw null;
        public WorkflowInstance CreateWorkflow(Type workflowType) => throw null;
        public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object> namedArgumentValues) => throw null;
        public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object> namedArgumentValues, Guid instanceId) => throw null;
        public void Dispose() => throw null;
        public ReadOnlyCollection<object> GetAllServices(Type serviceType) => throw null;
        public ReadOnlyCollection<T> GetAllServices<T>() => throw null;
        public ReadOnlyCollection<WorkflowInstance> GetLoadedWorkflows() => throw null;
        public object GetService(Type serviceType) => throw null;
        public T GetService<T>() => throw null;
        public WorkflowInstance GetWorkflow(Guid instanceId) => throw null;
        public void RemoveService(object service) => throw null;
        public void StartRuntime() => throw null;
        public void StopRuntime() => throw null;
    }

    public sealed class WorkflowInstance
    {
        internal WorkflowInstance() => throw null;
        public Guid InstanceId => throw null;
        public WorkflowRuntime WorkflowRuntime => throw null;
        public void Abort() => throw null;
        public void ApplyWorkflowChanges(WorkflowChanges workflowChanges) => throw null;
        public void EnqueueItem(IComparable queueName, object item, IPendingWork pendingWork, object workItem) => throw null;
        public void EnqueueItemOnIdle(IComparable queueName, object item, IPendingWork pendingWork, object workItem) => throw null;
        public Activity GetWorkflowDefinition() => throw null;
        public DateTime GetWorkflowNextTimerExpiration() => throw null;
        public ReadOnlyCollection<WorkflowQueueInfo> GetWorkflowQueueData() => throw null;
        public void Load() => throw null;
        public void ReloadTrackingProfiles() => throw null;
        public void Resume() => throw null;
        public void Start() => throw null;
        public void Suspend(string error) => throw null;
        public void Terminate(string error) => throw null;
        public bool TryUnload() => throw null;
        public void Unload() => throw null;
    }

    public class WorkflowOwnershipException : Exception
    {
        public WorkflowOwnershipException() => throw null;
        public WorkflowOwnershipException(Guid instanceId) => throw null;
        public WorkflowOwnershipException(Guid instanceId, string message) => throw null;
        public WorkflowOwnershipException(Guid instanceId, string message, Exception innerException) => throw null;
        public WorkflowOwnershipException(string message) => throw null;
        public WorkflowOwnershipException(string message, Exception innerException) => throw null;
        public Guid InstanceId { get => throw null; set => throw null; }
    }

    public class CorrelationProperty
    {
        public CorrelationProperty(string name, object value) => throw null;
        public string Name => throw null;
        public object Value => throw null;
    }

    public sealed class CorrelationToken : DependencyObject
    {
        public CorrelationToken() => throw null;
        public CorrelationToken(string name) => throw null;
        public string Name { get => throw null; set => throw null; }
        public string OwnerActivityName { get => throw null; set => throw null; }
    }

    public class WorkflowQueueInfo
    {
        internal WorkflowQueueInfo() => throw null;
        public ICollection Items => throw null;
        public IComparable QueueName => throw null;
        public ReadOnlyCollection<string> SubscribedActivityNames => throw null;
    }

    public class WorkflowQueuingService
    {
        internal WorkflowQueuingService() => throw null;
        public WorkflowQueue CreateWorkflowQueue(IComparable queueName, bool transactional) => throw null;
        public void DeleteWorkflowQueue(IComparable queueName) => throw null;
        public bool Exists(IComparable queueName) => throw null;
        public WorkflowQueue GetWorkflowQueue(IComparable queueName) => throw null;
    }

    public class WorkflowQueue
    {
        internal WorkflowQueue() => throw null;
        public event EventHandler<QueueEventArgs> QueueItemArrived { add => throw null; remove => throw null; }
        public event EventHandler<QueueEventArgs> QueueItemAvailable { add => throw null; remove => throw null; }
        public int Count => throw null;
        public bool Enabled { get => throw null; set => throw null; }
        public IComparable QueueName => throw null;
        public WorkflowQueuingService QueuingService => throw null;
        public object Dequeue() => throw null;
        public void Enqueue(object item) => throw null;
        public object Peek() => throw null;
        public void RegisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) => throw null;
        public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => throw null;
        public void RegisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener, string subscriberQualifiedName) => throw null;
        public void UnregisterForQueueItemArrived(IActivityEventListener<QueueEventArgs> eventListener) => throw null;
        public void UnregisterForQueueItemAvailable(IActivityEventListener<QueueEventArgs> eventListener) => throw null;
    }

    public class TimerEventSubscription
    {
        protected TimerEventSubscription() => throw null;
        public TimerEventSubscription(Guid workflowInstanceId, DateTime expiresAt) => throw null;
        public TimerEventSubscription(Guid timerId, Guid workflowInstanceId, DateTime expiresAt) => throw null;
        public virtual DateTime ExpiresAt => throw null;
        public virtual IComparable QueueName { get => throw null; protected set => throw null; }
        public virtual Guid SubscriptionId => throw null;
        public virtual Guid WorkflowInstanceId => throw null;
    }

    public class TimerEventSubscriptionCollection : ICollection
    {
        public static readonly DependencyProperty TimerCollectionProperty;
        internal TimerEventSubscriptionCollection() => throw null;
        public int Count => throw null;
        public bool IsSynchronized => throw null;
        public object SyncRoot => throw null;
        public void Add(TimerEventSubscription item) => throw null;
        public void CopyTo(Array array, int index) => throw null;
        public IEnumerator GetEnumerator() => throw null;
        public TimerEventSubscription Peek() => throw null;
        public void Remove(Guid timerSubscriptionId) => throw null;
        public void Remove(TimerEventSubscription item) => throw null;
    }
}
