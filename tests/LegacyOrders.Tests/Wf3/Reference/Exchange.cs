using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Workflow.ComponentModel;
using System.Workflow.Runtime;
using System.Workflow.Runtime.Hosting;

namespace System.Workflow.Activities
{
    [AttributeUsage(AttributeTargets.Interface)]
    public sealed class ExternalDataExchangeAttribute : Attribute
    {
        public ExternalDataExchangeAttribute() => throw null;
    }

    [AttributeUsage(AttributeTargets.Interface, AllowMultiple = true)]
    public sealed class CorrelationParameterAttribute : Attribute
    {
        public CorrelationParameterAttribute(string name) => throw null;
        public string Name => throw null;
    }

    [AttributeUsage(AttributeTargets.Method | AttributeTargets.Event)]
    public sealed class CorrelationInitializerAttribute : Attribute
    {
        public CorrelationInitializerAttribute() => throw null;
    }

    [AttributeUsage(AttributeTargets.Method | AttributeTargets.Event, AllowMultiple = true)]
    public sealed class CorrelationAliasAttribute : Attribute
    {
        public CorrelationAliasAttribute(string name, string path) => throw null;
        public string Name => throw null;
        public string Path => throw null;
    }

    public class ExternalDataEventArgs : EventArgs
    {
        public ExternalDataEventArgs() => throw null;
        public ExternalDataEventArgs(Guid instanceId) => throw null;
        public ExternalDataEventArgs(Guid instanceId, IPendingWork workHandler, object workItem) => throw null;
        public ExternalDataEventArgs(Guid instanceId, IPendingWork workHandler, object workItem, bool waitForIdle) => throw null;
        public string Identity { get => throw null; set => throw null; }
        public Guid InstanceId { get => throw null; set => throw null; }
        public bool WaitForIdle { get => throw null; set => throw null; }
        public IPendingWork WorkHandler { get => throw null; set => throw null; }
        public object WorkItem { get => throw null; set => throw null; }
    }

    public class ExternalDataExchangeService : WorkflowRuntimeService
    {
        public ExternalDataExchangeService() => throw null;
        public virtual void AddService(object service) => throw null;
        public virtual object GetService(Type serviceType) => throw null;
        public virtual void RemoveService(object service) => throw null;
    }

    public class MessageEventSubscription
    {
        public MessageEventSubscription(IComparable queueName, Guid instanceId) => throw null;
        public MessageEventSubscription(IComparable queueName, Guid instanceId, Guid subscriptionId) => throw null;
        public MessageEventSubscription(IComparable queueName, Guid subscriptionId, Type interfaceType, string operation) => throw null;
        public MessageEventSubscription(IComparable queueName, Guid instanceId, Type interfaceType, string operation, Guid subscriptionId) => throw null;
        public virtual ICollection<CorrelationProperty> CorrelationProperties => throw null;
        public virtual Type InterfaceType { get => throw null; set => throw null; }
        public virtual string MethodName { get => throw null; set => throw null; }
        public virtual IComparable QueueName { get => throw null; protected set => throw null; }
        public virtual Guid SubscriptionId => throw null;
        public virtual Guid WorkflowInstanceId => throw null;
    }

    public abstract class WorkflowSubscriptionService
    {
        protected WorkflowSubscriptionService() => throw null;
        public abstract void CreateSubscription(MessageEventSubscription subscription);
        public abstract void DeleteSubscription(Guid subscriptionId);
    }

    public abstract class WorkflowRole
    {
        protected WorkflowRole() => throw null;
        public abstract string Name { get; set; }
        public abstract IList<string> GetIdentities();
        public abstract bool IncludesIdentity(string identity);
    }

    public sealed class WorkflowRoleCollection : List<WorkflowRole>
    {
        public WorkflowRoleCollection() => throw null;
        public bool IncludesIdentity(string identity) => throw null;
    }

    public sealed class WebWorkflowRole : WorkflowRole
    {
        public WebWorkflowRole(string roleName) => throw null;
        public override string Name { get => throw null; set => throw null; }
        public override IList<string> GetIdentities() => throw null;
        public override bool IncludesIdentity(string identity) => throw null;
    }

    public class EventDeliveryFailedException : Exception
    {
        public EventDeliveryFailedException() => throw null;
        public EventDeliveryFailedException(string message) => throw null;
        public EventDeliveryFailedException(string message, Exception innerException) => throw null;
    }

    public sealed class EventQueueName : IComparable
    {
        public EventQueueName(Type interfaceType, string operation) => throw null;
        public EventQueueName(Type interfaceType, string operation, ICollection<CorrelationProperty> propertyValues) => throw null;
        public Type InterfaceType => throw null;
        public string MethodName => throw null;
        public int CompareTo(object toCompare) => throw null;
        public CorrelationProperty[] GetCorrelationValues() => throw null;
    }

    public class CallExternalMethodActivity : Activity
    {
        public static readonly DependencyProperty CorrelationTokenProperty;
        public static readonly DependencyProperty InterfaceTypeProperty;
        public static readonly DependencyProperty MethodInvokingEvent;
        public static readonly DependencyProperty MethodNameProperty;
        public CallExternalMethodActivity() => throw null;
        public CallExternalMethodActivity(string name) => throw null;
        public event EventHandler MethodInvoking { add => throw null; remove => throw null; }
        public virtual CorrelationToken CorrelationToken { get => throw null; set => throw null; }
        public virtual Type InterfaceType { get => throw null; set => throw null; }
        public virtual string MethodName { get => throw null; set => throw null; }
        public WorkflowParameterBindingCollection ParameterBindings => throw null;
        protected virtual void OnMethodInvoked(EventArgs e) => throw null;
        protected virtual void OnMethodInvoking(EventArgs e) => throw null;
    }

    public class HandleExternalEventActivity : Activity, IEventActivity
    {
        public static readonly DependencyProperty CorrelationTokenProperty;
        public static readonly DependencyProperty EventNameProperty;
        public static readonly DependencyProperty InterfaceTypeProperty;
        public static readonly DependencyProperty InvokedEvent;
        public static readonly DependencyProperty RolesProperty;
        public HandleExternalEventActivity() => throw null;
        public HandleExternalEventActivity(string name) => throw null;
        public event EventHandler<ExternalDataEventArgs> Invoked { add => throw null; remove => throw null; }
        public virtual CorrelationToken CorrelationToken { get => throw null; set => throw null; }
        public virtual string EventName { get => throw null; set => throw null; }
        public virtual Type InterfaceType { get => throw null; set => throw null; }
        public WorkflowParameterBindingCollection ParameterBindings => throw null;
        public WorkflowRoleCollection Roles { get => throw null; set => throw null; }
        protected virtual void OnInvoked(EventArgs e) => throw null;
        IComparable IEventActivity.QueueName => throw null;
        void IEventActivity.Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler) => throw null;
        void IEventActivity.Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler) => throw null;
    }

    public class StateActivity : CompositeActivity
    {
        public StateActivity() => throw null;
        public StateActivity(string name) => throw null;
    }

    public class StateMachineWorkflowActivity : StateActivity
    {
        public const string SetStateQueueName = "SetStateQueue";
        public static readonly DependencyProperty CompletedStateNameProperty;
        public static readonly DependencyProperty InitialStateNameProperty;
        public StateMachineWorkflowActivity() => throw null;
        public StateMachineWorkflowActivity(string name) => throw null;
        public string CompletedStateName { get => throw null; set => throw null; }
        public string CurrentStateName => throw null;
        public string InitialStateName { get => throw null; set => throw null; }
        public string PreviousStateName => throw null;
    }

    public sealed class StateInitializationActivity : SequenceActivity
    {
        public StateInitializationActivity() => throw null;
        public StateInitializationActivity(string name) => throw null;
    }

    public sealed class StateFinalizationActivity : SequenceActivity
    {
        public StateFinalizationActivity() => throw null;
        public StateFinalizationActivity(string name) => throw null;
    }

    public sealed class SetStateActivity : Activity
    {
        public static readonly DependencyProperty TargetStateNameProperty;
        public SetStateActivity() => throw null;
        public SetStateActivity(string name) => throw null;
        public string TargetStateName { get => throw null; set => throw null; }
    }

    public class SetStateEventArgs : EventArgs
    {
        public SetStateEventArgs(string targetStateName) => throw null;
        public string TargetStateName => throw null;
    }

    public sealed class StateMachineWorkflowInstance
    {
        public StateMachineWorkflowInstance(WorkflowRuntime runtime, Guid instanceId) => throw null;
        public StateActivity CurrentState => throw null;
        public string CurrentStateName => throw null;
        public Guid InstanceId => throw null;
        public ReadOnlyCollection<string> PossibleStateTransitions => throw null;
        public StateMachineWorkflowActivity StateMachineWorkflow => throw null;
        public ReadOnlyCollection<StateActivity> States => throw null;
        public WorkflowInstance WorkflowInstance => throw null;
        public void EnqueueItem(IComparable queueName, object item) => throw null;
        public void SetState(string targetStateName) => throw null;
        public void SetState(StateActivity targetState) => throw null;
    }
}
