using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>
/// Waits for an item in a queue, like the event activities of applications. By default, the queue has the name of the activity. The activity can be cloned.
/// </summary>
public sealed class Reading(string name, string? queue = null) : Activity(name), IEventActivity, IActivityEventListener<QueueEventArgs>
{
    public static readonly DependencyProperty ReadEvent = DependencyProperty.Register("Read", typeof(EventHandler<ReadingEventArgs>), typeof(Reading));

    private bool _isSubscribedByParent;

    public event EventHandler<ReadingEventArgs> Read
    {
        add => AddHandler(ReadEvent, value);
        remove => RemoveHandler(ReadEvent, value);
    }

    public IComparable QueueName { get; } = queue ?? name;

    public static Reading Into(List<string> trace, string name, string? queue = null)
    {
        Reading reading = new(name, queue);
        reading.Read += (_, e) => trace.Add($"{name} {e.Item}");
        return reading;
    }

    public void Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        _isSubscribedByParent = true;
        Queue(parentContext).RegisterForQueueItemAvailable(parentEventHandler, parentContext.Activity.QualifiedName);
    }

    public void Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler) =>
        Queue(parentContext).UnregisterForQueueItemAvailable(parentEventHandler);

    void IActivityEventListener<QueueEventArgs>.OnEvent(object sender, QueueEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        Queue(context).UnregisterForQueueItemAvailable(this);
        Take(context);
        context.CloseActivity();
    }

    protected override void Initialize(IServiceProvider provider)
    {
        WorkflowQueuingService queues = (WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!;
        if (!queues.Exists(QueueName))
        {
            queues.CreateWorkflowQueue(QueueName, true);
        }
    }

    protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        if (_isSubscribedByParent || Queue(executionContext).Count > 0)
        {
            Take(executionContext);
            return ActivityExecutionStatus.Closed;
        }

        Queue(executionContext).RegisterForQueueItemAvailable(this);
        return ActivityExecutionStatus.Executing;
    }

    protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        Queue(executionContext).UnregisterForQueueItemAvailable(this);
        return ActivityExecutionStatus.Closed;
    }

    private void Take(ActivityExecutionContext context) => RaiseGenericEvent(ReadEvent, this, new ReadingEventArgs(Queue(context).Dequeue()));

    private WorkflowQueue Queue(ActivityExecutionContext context) => context.GetService<WorkflowQueuingService>()!.GetWorkflowQueue(QueueName);
}

/// <summary>Contains the item that was read.</summary>
public sealed class ReadingEventArgs(object? item) : EventArgs
{
    public object? Item { get; } = item;
}
