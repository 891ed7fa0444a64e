using System;
using System.Collections.Generic;
using System.Transactions;

namespace System.Workflow.ComponentModel
{
    public sealed class FaultHandlersActivity : CompositeActivity
    {
        public FaultHandlersActivity() => throw null;
        public FaultHandlersActivity(string name) => throw null;
    }

    public sealed class FaultHandlerActivity : CompositeActivity
    {
        public static readonly DependencyProperty FaultTypeProperty;
        public FaultHandlerActivity() => throw null;
        public FaultHandlerActivity(string name) => throw null;
        public Exception Fault => throw null;
        public Type FaultType { get => throw null; set => throw null; }
    }

    public sealed class CancellationHandlerActivity : CompositeActivity
    {
        public CancellationHandlerActivity() => throw null;
        public CancellationHandlerActivity(string name) => throw null;
    }

    public sealed class CompensationHandlerActivity : CompositeActivity
    {
        public CompensationHandlerActivity() => throw null;
        public CompensationHandlerActivity(string name) => throw null;
    }

    public sealed class CompensateActivity : Activity
    {
        public static readonly DependencyProperty TargetActivityNameProperty;
        public CompensateActivity() => throw null;
        public CompensateActivity(string name) => throw null;
        public string TargetActivityName { get => throw null; set => throw null; }
    }

    public sealed class ThrowActivity : Activity
    {
        public static readonly DependencyProperty FaultProperty;
        public static readonly DependencyProperty FaultTypeProperty;
        public ThrowActivity() => throw null;
        public ThrowActivity(string name) => throw null;
        public Exception Fault { get => throw null; set => throw null; }
        public Type FaultType { get => throw null; set => throw null; }
    }

    public sealed class SuspendActivity : Activity
    {
        public static readonly DependencyProperty ErrorProperty;
        public SuspendActivity() => throw null;
        public SuspendActivity(string name) => throw null;
        public string Error { get => throw null; set => throw null; }
    }

    public sealed class TerminateActivity : Activity
    {
        public static readonly DependencyProperty ErrorProperty;
        public TerminateActivity() => throw null;
        public TerminateActivity(string name) => throw null;
        public string Error { get => throw null; set => throw null; }
    }

    public sealed class SynchronizationScopeActivity : CompositeActivity
    {
        public static readonly DependencyProperty SynchronizationHandlesProperty;
        public SynchronizationScopeActivity() => throw null;
        public SynchronizationScopeActivity(string name) => throw null;
        public ICollection<string> SynchronizationHandles { get => throw null; set => throw null; }
    }

    public sealed class TransactionScopeActivity : CompositeActivity
    {
        public static readonly DependencyProperty TransactionOptionsProperty;
        public TransactionScopeActivity() => throw null;
        public TransactionScopeActivity(string name) => throw null;
        public WorkflowTransactionOptions TransactionOptions { get => throw null; set => throw null; }
    }

    public sealed class CompensatableTransactionScopeActivity : CompositeActivity, ICompensatableActivity
    {
        public static readonly DependencyProperty TransactionOptionsProperty;
        public CompensatableTransactionScopeActivity() => throw null;
        public CompensatableTransactionScopeActivity(string name) => throw null;
        public WorkflowTransactionOptions TransactionOptions { get => throw null; set => throw null; }
        ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => throw null;
    }

    public sealed class WorkflowTransactionOptions : DependencyObject
    {
        public static readonly DependencyProperty IsolationLevelProperty;
        public static readonly DependencyProperty TimeoutDurationProperty;
        public WorkflowTransactionOptions() => throw null;
        public IsolationLevel IsolationLevel { get => throw null; set => throw null; }
        public TimeSpan TimeoutDuration { get => throw null; set => throw null; }
    }
}
