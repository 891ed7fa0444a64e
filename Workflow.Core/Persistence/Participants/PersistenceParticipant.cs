using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>An extension that saves its own values with the workflow instance.</summary>
/// <remarks>
/// <para>Add the participant to the extensions of the host. At each save, all participants first collect and then map values (rule 7.8). If a participant
/// throws an exception, the save fails.</para>
/// <para>The methods are called on the thread that runs the instance, while the instance does not run. An object that several instances share is called for
/// all of them, possibly at the same time.</para>
/// </remarks>
public abstract class PersistenceParticipant
{
    /// <summary>Initializes a participant.</summary>
    protected PersistenceParticipant()
    {
    }

    internal void Collect(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues) =>
        CollectValues(out readWriteValues, out writeOnlyValues);

    internal IDictionary<XName, object?>? Map(IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) =>
        MapValues(readWriteValues, writeOnlyValues);

    internal void Publish(IDictionary<XName, object?> readWriteValues) => PublishValues(readWriteValues);

    /// <summary>Provides the values to save. The default provides none.</summary>
    /// <param name="readWriteValues">The values that <see cref="PublishValues"/> gets after a load; null for none.</param>
    /// <param name="writeOnlyValues">The values that are saved for queries and not loaded; null for none.</param>
    /// <remarks>If two values have the same name, from one or two participants, the save fails with an <see cref="InvalidOperationException"/>.</remarks>
    protected virtual void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = null;
        writeOnlyValues = null;
    }

    /// <summary>Provides further write-only values, computed from the values of all participants. The default provides none.</summary>
    /// <param name="readWriteValues">All collected read-write values; read-only.</param>
    /// <param name="writeOnlyValues">All collected write-only values; read-only.</param>
    /// <returns>The values; null for none. If a name already exists, the save fails with an <see cref="InvalidOperationException"/>.</returns>
    protected virtual IDictionary<XName, object?>? MapValues(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) => null;

    /// <summary>Gets the saved values after a host with a store has loaded the instance. The default ignores them.</summary>
    /// <param name="readWriteValues">The saved read-write values of all participants; read-only.</param>
    protected virtual void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
    }
}
