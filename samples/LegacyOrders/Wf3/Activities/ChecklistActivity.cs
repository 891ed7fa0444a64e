using System.Collections.Generic;
using System.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Design;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Runs its children, the last one first. The activity subscribes to the end of its children with RegisterForStatusChange.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(CompositeActivityDesigner), typeof(System.ComponentModel.Design.IDesigner))]
public class ChecklistActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    public ChecklistActivity()
    {
    }

    public ChecklistActivity(string name)
        : base(name)
    {
    }

    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ActivityExecutionContext context = sender as ActivityExecutionContext;
        e.Activity.UnregisterForStatusChange(Activity.ClosedEvent, this);
        if (ExecutionStatus != ActivityExecutionStatus.Executing || !RunNext(context))
        {
            context.CloseActivity();
        }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        return RunNext(executionContext) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        bool isRunning = false;
        foreach (Activity child in EnabledActivities)
        {
            if (child.ExecutionStatus == ActivityExecutionStatus.Executing)
            {
                executionContext.CancelActivity(child);
            }

            isRunning |= child.ExecutionStatus != ActivityExecutionStatus.Initialized && child.ExecutionStatus != ActivityExecutionStatus.Closed;
        }

        return isRunning ? ActivityExecutionStatus.Canceling : ActivityExecutionStatus.Closed;
    }

    private bool RunNext(ActivityExecutionContext context)
    {
        List<Activity> children = new List<Activity>(EnabledActivities);
        Activity next = children.FindLast(child => child.ExecutionStatus == ActivityExecutionStatus.Initialized);
        if (next == null)
        {
            return false;
        }

        next.RegisterForStatusChange(Activity.ClosedEvent, this);
        context.ExecuteActivity(next);
        return true;
    }
}
