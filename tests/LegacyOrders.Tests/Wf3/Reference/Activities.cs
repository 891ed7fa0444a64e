using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Workflow.Activities.Rules;
using System.Workflow.ComponentModel;
using System.Workflow.Runtime;

namespace System.Workflow.Activities
{
    public sealed class CodeActivity : Activity
    {
        public static readonly DependencyProperty ExecuteCodeEvent;
        public CodeActivity() => throw null;
        public CodeActivity(string name) => throw null;
        public event EventHandler ExecuteCode { add => throw null; remove => throw null; }
    }

    public sealed class ConditionalEventArgs : EventArgs
    {
        public ConditionalEventArgs() => throw null;
        public ConditionalEventArgs(bool result) => throw null;
        public bool Result { get => throw null; set => throw null; }
    }

    public class CodeCondition : ActivityCondition
    {
        public static readonly DependencyProperty ConditionEvent;
        public CodeCondition() => throw null;
        public event EventHandler<ConditionalEventArgs> Condition { add => throw null; remove => throw null; }
        public override bool Evaluate(Activity activity, IServiceProvider provider) => throw null;
    }

    public class SequenceActivity : CompositeActivity
    {
        public SequenceActivity() => throw null;
        public SequenceActivity(string name) => throw null;
        protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => throw null;
        protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => throw null;
        protected virtual void OnSequenceComplete(ActivityExecutionContext executionContext) => throw null;
    }

    public class SequentialWorkflowActivity : SequenceActivity
    {
        public static readonly DependencyProperty CompletedEvent;
        public static readonly DependencyProperty InitializedEvent;
        public SequentialWorkflowActivity() => throw null;
        public SequentialWorkflowActivity(string name) => throw null;
        public event EventHandler Completed { add => throw null; remove => throw null; }
        public event EventHandler Initialized { add => throw null; remove => throw null; }
    }

    public sealed class CompensatableSequenceActivity : SequenceActivity, ICompensatableActivity
    {
        public CompensatableSequenceActivity() => throw null;
        public CompensatableSequenceActivity(string name) => throw null;
        ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => throw null;
    }

    public sealed class IfElseActivity : CompositeActivity
    {
        public IfElseActivity() => throw null;
        public IfElseActivity(string name) => throw null;
    }

    public sealed class IfElseBranchActivity : SequenceActivity
    {
        public static readonly DependencyProperty ConditionProperty;
        public IfElseBranchActivity() => throw null;
        public IfElseBranchActivity(string name) => throw null;
        public ActivityCondition Condition { get => throw null; set => throw null; }
    }

    public sealed class ParallelActivity : CompositeActivity
    {
        public ParallelActivity() => throw null;
        public ParallelActivity(string name) => throw null;
    }

    public sealed class WhileActivity : CompositeActivity
    {
        public static readonly DependencyProperty ConditionProperty;
        public WhileActivity() => throw null;
        public WhileActivity(string name) => throw null;
        public ActivityCondition Condition { get => throw null; set => throw null; }
        public Activity DynamicActivity => throw null;
    }

    public enum ExecutionType
    {
        Sequence,
        Parallel,
    }

    public sealed class ReplicatorChildEventArgs : EventArgs
    {
        public ReplicatorChildEventArgs(object instanceData, Activity activity) => throw null;
        public Activity Activity => throw null;
        public object InstanceData => throw null;
    }

    public sealed class ReplicatorActivity : CompositeActivity
    {
        public static readonly DependencyProperty ChildCompletedEvent;
        public static readonly DependencyProperty ChildInitializedEvent;
        public static readonly DependencyProperty CompletedEvent;
        public static readonly DependencyProperty ExecutionTypeProperty;
        public static readonly DependencyProperty InitialChildDataProperty;
        public static readonly DependencyProperty InitializedEvent;
        public static readonly DependencyProperty UntilConditionProperty;
        public ReplicatorActivity() => throw null;
        public ReplicatorActivity(string name) => throw null;
        public event EventHandler<ReplicatorChildEventArgs> ChildCompleted { add => throw null; remove => throw null; }
        public event EventHandler<ReplicatorChildEventArgs> ChildInitialized { add => throw null; remove => throw null; }
        public event EventHandler Completed { add => throw null; remove => throw null; }
        public event EventHandler Initialized { add => throw null; remove => throw null; }
        public bool AllChildrenComplete => throw null;
        public IList CurrentChildData => throw null;
        public int CurrentIndex => throw null;
        public ICollection<Activity> DynamicActivities => throw null;
        public ExecutionType ExecutionType { get => throw null; set => throw null; }
        public IList InitialChildData { get => throw null; set => throw null; }
        public ActivityCondition UntilCondition { get => throw null; set => throw null; }
        public bool IsExecuting(int index) => throw null;
    }

    public sealed class ConditionedActivityGroup : CompositeActivity
    {
        public static readonly DependencyProperty UntilConditionProperty;
        public static readonly DependencyProperty WhenConditionProperty;
        public ConditionedActivityGroup() => throw null;
        public ConditionedActivityGroup(string name) => throw null;
        public ActivityCondition UntilCondition { get => throw null; set => throw null; }
        public int GetChildActivityExecutedCount(Activity child) => throw null;
        public Activity GetDynamicActivity(Activity childActivity) => throw null;
        public Activity GetDynamicActivity(string childActivityName) => throw null;
        public static object GetWhenCondition(object dependencyObject) => throw null;
        public static void SetWhenCondition(object dependencyObject, object value) => throw null;
    }

    public interface IEventActivity
    {
        IComparable QueueName { get; }
        void Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);
        void Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);
    }

    public sealed class DelayActivity : Activity
    {
        public static readonly DependencyProperty InitializeTimeoutDurationEvent;
        public static readonly DependencyProperty TimeoutDurationProperty;
        public DelayActivity() => throw null;
        public DelayActivity(string name) => throw null;
        public event EventHandler InitializeTimeoutDuration { add => throw null; remove => throw null; }
        public TimeSpan TimeoutDuration { get => throw null; set => throw null; }
    }

    public sealed class ListenActivity : CompositeActivity
    {
        public ListenActivity() => throw null;
        public ListenActivity(string name) => throw null;
    }

    public class EventDrivenActivity : SequenceActivity
    {
        public EventDrivenActivity() => throw null;
        public EventDrivenActivity(string name) => throw null;
        public IEventActivity EventActivity => throw null;
    }

    public sealed class EventHandlersActivity : CompositeActivity
    {
        public EventHandlersActivity() => throw null;
        public EventHandlersActivity(string name) => throw null;
    }

    public sealed class EventHandlingScopeActivity : CompositeActivity
    {
        public EventHandlingScopeActivity() => throw null;
        public EventHandlingScopeActivity(string name) => throw null;
    }

    public class InvokeWorkflowActivity : Activity
    {
        public static readonly DependencyProperty InstanceIdProperty;
        public static readonly DependencyProperty InvokingEvent;
        public static readonly DependencyProperty TargetWorkflowProperty;
        public InvokeWorkflowActivity() => throw null;
        public InvokeWorkflowActivity(string name) => throw null;
        public event EventHandler Invoking { add => throw null; remove => throw null; }
        public Guid InstanceId { get => throw null; set => throw null; }
        public WorkflowParameterBindingCollection ParameterBindings => throw null;
        public Type TargetWorkflow { get => throw null; set => throw null; }
        protected virtual void OnInvoking(EventArgs e) => throw null;
    }

    public sealed class PolicyActivity : Activity
    {
        public static readonly DependencyProperty RuleSetReferenceProperty;
        public PolicyActivity() => throw null;
        public PolicyActivity(string name) => throw null;
        public RuleSetReference RuleSetReference { get => throw null; set => throw null; }
    }
}
