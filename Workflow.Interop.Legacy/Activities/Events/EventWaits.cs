using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Ends the subscriptions of an activity to the events of its branches.</summary>
internal static class EventWaits
{
    /// <summary>Ends all subscriptions, even if one of them throws. The exceptions are thrown afterwards.</summary>
    public static void End(ActivityExecutionContext context, IEnumerable<(EventDrivenActivity Branch, IActivityEventListener<QueueEventArgs> Listener)> waits)
    {
        List<Exception> exceptions = [];
        foreach ((EventDrivenActivity branch, IActivityEventListener<QueueEventArgs> listener) in waits)
        {
            try
            {
                branch.EventActivity!.Unsubscribe(context, listener);
            }
            catch (Exception exception)
            {
                exceptions.Add(exception);
            }
        }

        if (exceptions.Count > 0)
        {
            throw exceptions.Count == 1 ? exceptions[0] : new AggregateException(exceptions);
        }
    }
}
