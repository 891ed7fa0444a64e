using System;
using System.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>
/// Runs a clone of its child until the child succeeds, or has faulted too often. The activity creates execution contexts, and handles the events of their
/// activities.
/// </summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(SequentialActivityDesigner))]
[ActivityValidator(typeof(RetryValidator))]
public class RetryActivity : CompositeActivity
{
    public static readonly DependencyProperty RetriesProperty = DependencyProperty.Register(
        "Retries", typeof(int), typeof(RetryActivity), new PropertyMetadata(1));

    private int _attempts;

    public RetryActivity()
    {
    }

    public RetryActivity(string name)
        : base(name)
    {
    }

    public int Retries
    {
        get { return (int)base.GetValue(RetryActivity.RetriesProperty); }
        set { base.SetValue(RetryActivity.RetriesProperty, value); }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        if (EnabledActivities.Count == 0)
        {
            return ActivityExecutionStatus.Closed;
        }

        Attempt(executionContext);
        return ActivityExecutionStatus.Executing;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        foreach (ActivityExecutionContext childContext in executionContext.ExecutionContextManager.ExecutionContexts)
        {
            if (childContext.Activity.ExecutionStatus == ActivityExecutionStatus.Executing)
            {
                childContext.CancelActivity(childContext.Activity);
            }
        }

        return executionContext.ExecutionContextManager.ExecutionContexts.Count == 0 ? ActivityExecutionStatus.Closed : ActivityExecutionStatus.Canceling;
    }

    private void Attempt(ActivityExecutionContext context)
    {
        _attempts++;
        ActivityExecutionContext childContext = context.ExecutionContextManager.CreateExecutionContext(EnabledActivities[0]);
        childContext.Activity.Closed += new EventHandler<ActivityExecutionStatusChangedEventArgs>(OnChildClosed);
        childContext.Activity.Faulting += new EventHandler<ActivityExecutionStatusChangedEventArgs>(OnChildFaulting);
        childContext.ExecuteActivity(childContext.Activity);
    }

    private void OnChildFaulting(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        if (_attempts <= Retries)
        {
            e.Activity.SetValue(ActivityExecutionContext.CurrentExceptionProperty, null);
        }
    }

    private void OnChildClosed(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ActivityExecutionContext context = sender as ActivityExecutionContext;
        e.Activity.Closed -= OnChildClosed;
        e.Activity.Faulting -= OnChildFaulting;
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity));
        if (ExecutionStatus == ActivityExecutionStatus.Executing && e.ExecutionResult == ActivityExecutionResult.Faulted && _attempts <= Retries)
        {
            Attempt(context);
        }
        else
        {
            context.CloseActivity();
        }
    }
}
