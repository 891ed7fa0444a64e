using System;
using System.ComponentModel;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Design;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Activities;

/// <summary>Waits for a text in a queue of the instance. It can be the first activity of an EventDrivenActivity.</summary>
[ToolboxItem(typeof(ActivityToolboxItem))]
[Designer(typeof(ActivityDesigner))]
public class ReadNoteActivity : Activity, IEventActivity, IActivityEventListener<QueueEventArgs>
{
    public static readonly DependencyProperty QueueNameProperty = DependencyProperty.Register("QueueName", typeof(string), typeof(ReadNoteActivity));

    public static readonly DependencyProperty NoteProperty = DependencyProperty.Register("Note", typeof(string), typeof(ReadNoteActivity));

    public static readonly DependencyProperty SubscriptionIdProperty = DependencyProperty.Register("SubscriptionId", typeof(Guid), typeof(ReadNoteActivity));

    public static readonly DependencyProperty NoteReadEvent = DependencyProperty.Register("NoteRead", typeof(EventHandler), typeof(ReadNoteActivity));

    public ReadNoteActivity()
    {
    }

    public ReadNoteActivity(string name)
        : base(name)
    {
    }

    public event EventHandler NoteRead
    {
        add { base.AddHandler(ReadNoteActivity.NoteReadEvent, value); }
        remove { base.RemoveHandler(ReadNoteActivity.NoteReadEvent, value); }
    }

    public string QueueName
    {
        get { return (string)base.GetValue(ReadNoteActivity.QueueNameProperty); }
        set { base.SetValue(ReadNoteActivity.QueueNameProperty, value); }
    }

    public string Note
    {
        get { return (string)base.GetValue(ReadNoteActivity.NoteProperty); }
        set { base.SetValue(ReadNoteActivity.NoteProperty, value); }
    }

    /// <summary>The id by which the subscription service identifies the wait of the activity.</summary>
    public Guid SubscriptionId
    {
        get { return (Guid)base.GetValue(ReadNoteActivity.SubscriptionIdProperty); }
        set { base.SetValue(ReadNoteActivity.SubscriptionIdProperty, value); }
    }

    IComparable IEventActivity.QueueName
    {
        get { return QueueName; }
    }

    void IEventActivity.Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        GetQueue(parentContext).RegisterForQueueItemAvailable(parentEventHandler, parentContext.Activity.QualifiedName);
        WorkflowSubscriptionService service = parentContext.GetService<WorkflowSubscriptionService>();
        if (service != null)
        {
            MessageEventSubscription subscription = new MessageEventSubscription(QueueName, WorkflowInstanceId);
            SubscriptionId = subscription.SubscriptionId;
            service.CreateSubscription(subscription);
        }
    }

    void IEventActivity.Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        GetQueue(parentContext).UnregisterForQueueItemAvailable(parentEventHandler);
        WorkflowSubscriptionService service = parentContext.GetService<WorkflowSubscriptionService>();
        if (service != null)
        {
            service.DeleteSubscription(SubscriptionId);
        }
    }

    void IActivityEventListener<QueueEventArgs>.OnEvent(object sender, QueueEventArgs e)
    {
        if (ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            ActivityExecutionContext context = sender as ActivityExecutionContext;
            WorkflowQueue queue = GetQueue(context);
            queue.UnregisterForQueueItemAvailable(this);
            Read(queue);
            context.CloseActivity();
        }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        WorkflowQueue queue = GetQueue(executionContext);
        if (queue.Count > 0)
        {
            Read(queue);
            return ActivityExecutionStatus.Closed;
        }

        queue.RegisterForQueueItemAvailable(this, QualifiedName);
        return ActivityExecutionStatus.Executing;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        GetQueue(executionContext).UnregisterForQueueItemAvailable(this);
        return ActivityExecutionStatus.Closed;
    }

    private WorkflowQueue GetQueue(ActivityExecutionContext context)
    {
        WorkflowQueuingService queues = context.GetService<WorkflowQueuingService>();
        return queues.Exists(QueueName) ? queues.GetWorkflowQueue(QueueName) : queues.CreateWorkflowQueue(QueueName, true);
    }

    private void Read(WorkflowQueue queue)
    {
        Note = (string)queue.Dequeue();
        base.RaiseEvent(ReadNoteActivity.NoteReadEvent, this, EventArgs.Empty);
    }
}
