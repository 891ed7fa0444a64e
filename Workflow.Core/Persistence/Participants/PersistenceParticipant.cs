using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>An extension that saves values of its own with the workflow instance.</summary>
/// <remarks>
/// <para>Add it to the extensions of the host. At each save all participants are asked to collect, then all to map (rule 7.8). An exception from a participant
/// is a failure of the save.</para>
/// <para>Called on the thread that runs the instance, while the instance stands still. One object that several instances share is called by all of
/// them, possibly at once.</para>
/// </remarks>
public abstract class PersistenceParticipant
{
    /// <summary>Initializes the base of a participant.</summary>
    protected PersistenceParticipant()
    {
    }

    internal void Collect(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues) =>
        CollectValues(out readWriteValues, out writeOnlyValues);

    internal IDictionary<XName, object?>? Map(IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) =>
        MapValues(readWriteValues, writeOnlyValues);

    internal void Publish(IDictionary<XName, object?> readWriteValues) => PublishValues(readWriteValues);

    /// <summary>Gives the values to save. By default there are none.</summary>
    /// <param name="readWriteValues">What <see cref="PublishValues"/> gets back after a load; null: nothing.</param>
    /// <param name="writeOnlyValues">What is saved for others to read, and never comes back; null: nothing.</param>
    /// <remarks>A name that is collected twice, by one participant or by two, is an <see cref="InvalidOperationException"/>.</remarks>
    protected virtual void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = null;
        writeOnlyValues = null;
    }

    /// <summary>Gives further values to save for others to read, made of what all participants collected. By default there are none.</summary>
    /// <param name="readWriteValues">All collected read-write values; cannot be changed.</param>
    /// <param name="writeOnlyValues">All collected write-only values; cannot be changed.</param>
    /// <returns>The values; null: nothing. Names that exist already are an <see cref="InvalidOperationException"/>.</returns>
    protected virtual IDictionary<XName, object?>? MapValues(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) => null;

    /// <summary>Takes the saved values back, after the instance was loaded by a host with a store. By default they are ignored.</summary>
    /// <param name="readWriteValues">The read-write values that all participants had collected; cannot be changed.</param>
    protected virtual void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
    }
}
