using System;
using System.Collections.Generic;
using System.IO;
using System.Workflow.ComponentModel;
using System.Workflow.Runtime.Hosting;

namespace System.Workflow.Runtime.Tracking
{
    public enum TrackingWorkflowEvent
    {
        Created,
        Completed,
        Idle,
        Suspended,
        Resumed,
        Persisted,
        Unloaded,
        Loaded,
        Exception,
        Terminated,
        Aborted,
        Changed,
        Started,
    }

    public abstract class TrackingService : WorkflowRuntimeService
    {
        protected TrackingService() => throw null;
        protected internal abstract TrackingProfile GetProfile(Guid workflowInstanceId);
        protected internal abstract TrackingProfile GetProfile(Type workflowType, Version profileVersionId);
        protected internal abstract TrackingChannel GetTrackingChannel(TrackingParameters parameters);
        protected internal abstract bool TryGetProfile(Type workflowType, out TrackingProfile profile);
        protected internal abstract bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile profile);
    }

    public abstract class TrackingChannel
    {
        protected TrackingChannel() => throw null;
        protected internal abstract void InstanceCompletedOrTerminated();
        protected internal abstract void Send(TrackingRecord record);
    }

    public sealed class TrackingParameters
    {
        public TrackingParameters(
            Guid instanceId,
            Type workflowType,
            Activity rootActivity,
            IList<string> callPath,
            Guid callerInstanceId,
            Guid contextGuid,
            Guid callerContextGuid,
            Guid callerParentContextGuid) => throw null;
        public Guid CallerContextGuid => throw null;
        public Guid CallerInstanceId => throw null;
        public Guid CallerParentContextGuid => throw null;
        public IList<string> CallPath => throw null;
        public Guid ContextGuid => throw null;
        public Guid InstanceId => throw null;
        public Activity RootActivity => throw null;
        public Type WorkflowType => throw null;
    }

    public abstract class TrackingRecord
    {
        protected TrackingRecord() => throw null;
        public abstract TrackingAnnotationCollection Annotations { get; }
        public abstract EventArgs EventArgs { get; set; }
        public abstract DateTime EventDateTime { get; set; }
        public abstract int EventOrder { get; set; }
    }

    public class WorkflowTrackingRecord : TrackingRecord
    {
        public WorkflowTrackingRecord() => throw null;
        public WorkflowTrackingRecord(TrackingWorkflowEvent trackingWorkflowEvent, DateTime eventDateTime, int eventOrder, EventArgs eventArgs) => throw null;
        public override TrackingAnnotationCollection Annotations => throw null;
        public override EventArgs EventArgs { get => throw null; set => throw null; }
        public override DateTime EventDateTime { get => throw null; set => throw null; }
        public override int EventOrder { get => throw null; set => throw null; }
        public TrackingWorkflowEvent TrackingWorkflowEvent { get => throw null; set => throw null; }
    }

    public class ActivityTrackingRecord : TrackingRecord
    {
        public ActivityTrackingRecord() => throw null;
        public ActivityTrackingRecord(
            Type activityType,
            string qualifiedName,
            Guid contextGuid,
            Guid parentContextGuid,
            ActivityExecutionStatus executionStatus,
            DateTime eventDateTime,
            int eventOrder,
            EventArgs eventArgs) => throw null;
        public Type ActivityType { get => throw null; set => throw null; }
        public override TrackingAnnotationCollection Annotations => throw null;
        public IList<TrackingDataItem> Body => throw null;
        public Guid ContextGuid { get => throw null; set => throw null; }
        public override EventArgs EventArgs { get => throw null; set => throw null; }
        public override DateTime EventDateTime { get => throw null; set => throw null; }
        public override int EventOrder { get => throw null; set => throw null; }
        public ActivityExecutionStatus ExecutionStatus { get => throw null; set => throw null; }
        public Guid ParentContextGuid { get => throw null; set => throw null; }
        public string QualifiedName { get => throw null; set => throw null; }
    }

    public class UserTrackingRecord : TrackingRecord
    {
        public UserTrackingRecord() => throw null;
        public UserTrackingRecord(
            Type activityType,
            string qualifiedName,
            Guid contextGuid,
            Guid parentContextGuid,
            DateTime eventDateTime,
            int eventOrder,
            string userDataKey,
            object userData) => throw null;
        public Type ActivityType { get => throw null; set => throw null; }
        public override TrackingAnnotationCollection Annotations => throw null;
        public IList<TrackingDataItem> Body => throw null;
        public Guid ContextGuid { get => throw null; set => throw null; }
        public override EventArgs EventArgs { get => throw null; set => throw null; }
        public override DateTime EventDateTime { get => throw null; set => throw null; }
        public override int EventOrder { get => throw null; set => throw null; }
        public Guid ParentContextGuid { get => throw null; set => throw null; }
        public string QualifiedName { get => throw null; set => throw null; }
        public object UserData { get => throw null; set => throw null; }
        public string UserDataKey { get => throw null; set => throw null; }
    }

    public class TrackingDataItem
    {
        public TrackingDataItem() => throw null;
        public TrackingAnnotationCollection Annotations => throw null;
        public object Data { get => throw null; set => throw null; }
        public string FieldName { get => throw null; set => throw null; }
    }

    public class TrackingWorkflowChangedEventArgs : EventArgs
    {
        internal TrackingWorkflowChangedEventArgs() => throw null;
        public IList<WorkflowChangeAction> Changes => throw null;
        public Activity Definition => throw null;
    }

    public class TrackingWorkflowExceptionEventArgs : EventArgs
    {
        internal TrackingWorkflowExceptionEventArgs() => throw null;
        public Guid ContextGuid => throw null;
        public string CurrentActivityPath => throw null;
        public Exception Exception => throw null;
        public string OriginalActivityPath => throw null;
        public Guid ParentContextGuid => throw null;
    }

    public class TrackingWorkflowSuspendedEventArgs : EventArgs
    {
        internal TrackingWorkflowSuspendedEventArgs() => throw null;
        public string Error => throw null;
    }

    public class TrackingWorkflowTerminatedEventArgs : EventArgs
    {
        internal TrackingWorkflowTerminatedEventArgs() => throw null;
        public Exception Exception => throw null;
    }

    public class TrackingProfileSerializer
    {
        public TrackingProfileSerializer() => throw null;
        public TrackingProfile Deserialize(TextReader reader) => throw null;
        public void Serialize(TextWriter writer, TrackingProfile profile) => throw null;
    }

    public sealed class SqlTrackingQuery
    {
        internal SqlTrackingQuery() => throw null;
        public IList<SqlTrackingWorkflowInstance> GetWorkflows(SqlTrackingQueryOptions options) => throw null;
        public bool TryGetWorkflow(Guid workflowInstanceId, out SqlTrackingWorkflowInstance workflowInstance) => throw null;
    }

    public class SqlTrackingQueryOptions
    {
        public SqlTrackingQueryOptions() => throw null;
        public DateTime StatusMaxDateTime { get => throw null; set => throw null; }
        public DateTime StatusMinDateTime { get => throw null; set => throw null; }
        public IList<TrackingDataItemValue> TrackingDataItems => throw null;
        public WorkflowStatus? WorkflowStatus { get => throw null; set => throw null; }
        public Type WorkflowType { get => throw null; set => throw null; }
        public void Clear() => throw null;
    }

    public class TrackingDataItemValue
    {
        public TrackingDataItemValue() => throw null;
        public TrackingDataItemValue(string qualifiedName, string fieldName, string dataValue) => throw null;
        public string DataValue { get => throw null; set => throw null; }
        public string FieldName { get => throw null; set => throw null; }
        public string QualifiedName { get => throw null; set => throw null; }
    }

    public class SqlTrackingWorkflowInstance
    {
        internal SqlTrackingWorkflowInstance() => throw null;
        public IList<ActivityTrackingRecord> ActivityEvents => throw null;
        public bool AutoRefresh { get => throw null; set => throw null; }
        public DateTime Initialized { get => throw null; set => throw null; }
        public IList<SqlTrackingWorkflowInstance> InvokedWorkflows => throw null;
        public Guid InvokingWorkflowInstanceId { get => throw null; set => throw null; }
        public WorkflowStatus Status { get => throw null; set => throw null; }
        public IList<UserTrackingRecord> UserEvents => throw null;
        public IList<WorkflowTrackingRecord> WorkflowEvents => throw null;
        public Guid WorkflowInstanceId { get => throw null; set => throw null; }
        public Type WorkflowType { get => throw null; set => throw null; }
        public void Refresh() => throw null;
    }
}
