using Workflow.Tracking;

namespace Workflow;

/// <summary>The context of a code activity.</summary>
/// <inheritdoc cref="ActivityContext" path="/remarks"/>
public class CodeActivityContext : ActivityContext
{
    internal CodeActivityContext(ActivityInstance instance)
        : base(instance)
    {
    }

    /// <summary>Gets the handle of a type that an ancestor registered as an execution property (rule 9.4).</summary>
    /// <typeparam name="THandle">The type of the handle.</typeparam>
    /// <returns>The innermost handle; null when there is none.</returns>
    public THandle? GetProperty<THandle>()
        where THandle : Handle => (THandle?)Port.Scopes.FindProperty(Instance, Handle.NameFor(typeof(THandle)));

    /// <summary>Sends a record to the tracking participants of the host. Without participants the record is not sent and not changed.</summary>
    /// <param name="record">
    /// The record, which receives the id of the instance, this activity and the time by the clock of the instance. An asynchronous activity can call this
    /// method on any thread until its operation has ended. Records that it tracks after the first wait are reported, and receive their time, when the
    /// operation ends.
    /// </param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    public void Track(CustomTrackingRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        HandOver(record);
    }

    private protected virtual void HandOver(CustomTrackingRecord record) => Port.Track(Instance, record);

    /// <summary>
    /// Ends the activity with an exception without throwing it, which is faster for an activity whose result is a fault. The exception takes effect when the
    /// method returns, as if the method had thrown it.
    /// </summary>
    internal void Fault(Exception exception) => Port.Fault(exception);
}
