using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.Workflow.ComponentModel
{
    public enum ActivityExecutionStatus : byte
    {
        Initialized,
        Executing,
        Canceling,
        Closed,
        Compensating,
        Faulting,
    }

    public enum ActivityExecutionResult : byte
    {
        None,
        Succeeded,
        Canceled,
        Compensated,
        Faulted,
        Uninitialized,
    }

    public sealed class ActivityExecutionStatusChangedEventArgs : EventArgs
    {
        internal ActivityExecutionStatusChangedEventArgs() => throw null;
        public Activity Activity => throw null;
        public ActivityExecutionResult ExecutionResult => throw null;
        public ActivityExecutionStatus ExecutionStatus => throw null;
    }

    public interface IActivityEventListener<T>
        where T : EventArgs
    {
        void OnEvent(object sender, T e);
    }

    public interface ICompensatableActivity
    {
        ActivityExecutionStatus Compensate(ActivityExecutionContext executionContext);
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class PersistOnCloseAttribute : Attribute
    {
        public PersistOnCloseAttribute() => throw null;
    }

    public class QueueEventArgs : EventArgs
    {
        internal QueueEventArgs() => throw null;
        public IComparable QueueName => throw null;
    }

    public class WorkflowTerminatedException : Exception
    {
        public WorkflowTerminatedException() => throw null;
        public WorkflowTerminatedException(string message) => throw null;
        public WorkflowTerminatedException(string message, Exception exception) => throw null;
    }

    public class Activity : DependencyObject
    {
        public static readonly DependencyProperty ActivityContextGuidProperty;
        public static readonly DependencyProperty CancelingEvent;
        public static readonly DependencyProperty ClosedEvent;
        public static readonly DependencyProperty CompensatingEvent;
        public static readonly DependencyProperty ExecutingEvent;
        public static readonly DependencyProperty FaultingEvent;
        public static readonly DependencyProperty StatusChangedEvent;
        public Activity() => throw null;
        public Activity(string name) => throw null;
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> Canceling { add => throw null; remove => throw null; }
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> Closed { add => throw null; remove => throw null; }
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> Compensating { add => throw null; remove => throw null; }
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> Executing { add => throw null; remove => throw null; }
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> Faulting { add => throw null; remove => throw null; }
        public event EventHandler<ActivityExecutionStatusChangedEventArgs> StatusChanged { add => throw null; remove => throw null; }
        public string Description { get => throw null; set => throw null; }
        public bool Enabled { get => throw null; set => throw null; }
        public ActivityExecutionResult ExecutionResult => throw null;
        public ActivityExecutionStatus ExecutionStatus => throw null;
        public bool IsDynamicActivity => throw null;
        public string Name { get => throw null; set => throw null; }
        public CompositeActivity Parent => throw null;
        public string QualifiedName => throw null;
        protected Guid WorkflowInstanceId => throw null;
        protected internal virtual ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => throw null;
        public Activity Clone() => throw null;
        protected internal virtual ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => throw null;
        public Activity GetActivityByName(string activityQualifiedName) => throw null;
        public Activity GetActivityByName(string activityQualifiedName, bool withinThisActivityOnly) => throw null;
        protected internal virtual ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) => throw null;
        protected internal virtual void Initialize(IServiceProvider provider) => throw null;
        protected virtual void InitializeProperties() => throw null;
        protected void Invoke<T>(EventHandler<T> handler, T e)
            where T : EventArgs => throw null;
        protected void Invoke<T>(IActivityEventListener<T> eventListener, T e)
            where T : EventArgs => throw null;
        protected internal virtual void OnActivityExecutionContextLoad(IServiceProvider provider) => throw null;
        protected internal virtual void OnActivityExecutionContextUnload(IServiceProvider provider) => throw null;
        protected virtual void OnClosed(IServiceProvider provider) => throw null;
        protected void RaiseEvent(DependencyProperty dependencyEvent, object sender, EventArgs e) => throw null;
        protected void RaiseGenericEvent<T>(DependencyProperty dependencyEvent, object sender, T e)
            where T : EventArgs => throw null;
        public void RegisterForStatusChange(
            DependencyProperty dependencyProp,
            IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) => throw null;
        protected internal virtual void Uninitialize(IServiceProvider provider) => throw null;
        public void UnregisterForStatusChange(
            DependencyProperty dependencyProp,
            IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) => throw null;
    }

    public class CompositeActivity : Activity
    {
        public CompositeActivity() => throw null;
        public CompositeActivity(string name) => throw null;
        public ActivityCollection Activities => throw null;
        protected bool CanModifyActivities { get => throw null; set => throw null; }
        public ReadOnlyCollection<Activity> EnabledActivities => throw null;
        protected Activity[] GetDynamicActivities(Activity activity) => throw null;
    }

    public sealed class ActivityCollection : List<Activity>
    {
        public ActivityCollection(Activity owner) => throw null;
        public Activity this[string key] => throw null;
        public new void Add(Activity item) => throw null;
        public new void Clear() => throw null;
        public new void Insert(int index, Activity item) => throw null;
        public new bool Remove(Activity item) => throw null;
        public new void RemoveAt(int index) => throw null;
    }

    public sealed class ActivityExecutionContext : IServiceProvider, IDisposable
    {
        public static readonly DependencyProperty CurrentExceptionProperty;
        internal ActivityExecutionContext() => throw null;
        public Activity Activity => throw null;
        public Guid ContextGuid => throw null;
        public ActivityExecutionContextManager ExecutionContextManager => throw null;
        public void CancelActivity(Activity activity) => throw null;
        public void CloseActivity() => throw null;
        public void ExecuteActivity(Activity activity) => throw null;
        public T GetService<T>() => throw null;
        public object GetService(Type serviceType) => throw null;
        public void TrackData(object userData) => throw null;
        public void TrackData(string userDataKey, object userData) => throw null;
        void IDisposable.Dispose() => throw null;
    }

    public sealed class ActivityExecutionContextManager
    {
        internal ActivityExecutionContextManager() => throw null;
        public ReadOnlyCollection<ActivityExecutionContext> ExecutionContexts => throw null;
        public IEnumerable<Guid> PersistedExecutionContexts => throw null;
        public void CompleteExecutionContext(ActivityExecutionContext childContext) => throw null;
        public void CompleteExecutionContext(ActivityExecutionContext childContext, bool forcePersist) => throw null;
        public ActivityExecutionContext CreateExecutionContext(Activity activity) => throw null;
        public ActivityExecutionContext GetExecutionContext(Activity activity) => throw null;
        public ActivityExecutionContext GetPersistedExecutionContext(Guid contextGuid) => throw null;
    }
}
