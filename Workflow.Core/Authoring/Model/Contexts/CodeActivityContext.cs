using Workflow.Tracking;

namespace Workflow;

/// <summary>What a code activity sees of the run it is part of.</summary>
/// <inheritdoc cref="ActivityContext" path="/remarks"/>
public class CodeActivityContext : ActivityContext
{
    internal CodeActivityContext(ExecutionPort port, ActivityInstance instance)
        : base(port, instance)
    {
    }

    /// <summary>The handle of a type that an activity around this one registered as an execution property (rule 9.4).</summary>
    /// <typeparam name="THandle">The type of the handle.</typeparam>
    /// <returns>The innermost; null when there is none.</returns>
    public THandle? GetProperty<THandle>()
        where THandle : Handle => (THandle?)Port.Scopes.FindProperty(Instance, Handle.NameFor(typeof(THandle)));

    /// <summary>Hands a record over to the tracking participants of the host; without any it goes nowhere, and is left as it is.</summary>
    /// <param name="record">
    /// The record. It gets the instance's id, this activity and the time of the instance's clock. An asynchronous activity may call this from any thread
    /// until its operation has ended; what it hands over after its first wait is told, and gets its time, when the operation ends.
    /// </param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    public void Track(CustomTrackingRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        HandOver(record);
    }

    private protected virtual void HandOver(CustomTrackingRecord record) => Port.Track(Instance, record);

    /// <summary>
    /// Ends the activity with an exception that nobody threw: the cheap way out for an activity whose result is a fault.
    /// It takes effect when the method returns, exactly as if the method had ended by throwing it.
    /// </summary>
    internal void Fault(Exception exception) => Port.Fault(exception);
}
