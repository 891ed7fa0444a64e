using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Saves the data of this package with the state of an instance: its key, and the messages that it has refused.</summary>
internal sealed class InstanceParticipant(InstanceLogScope scope, RefusedMessages refused) : PersistenceParticipant
{
    /// <summary>
    /// The name of the refused messages in the values that are loaded. It differs from <see cref="InstanceValueNames.Refused"/>, because a save cannot contain
    /// two values with the same name.
    /// </summary>
    private static readonly XName SavedRefused = XName.Get("SavedRefused", "urn:workflow:hosting");

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = null;
        writeOnlyValues = null;
        if (scope.Key is not null)
        {
            readWriteValues = new Dictionary<XName, object?> { [InstanceValueNames.Key] = scope.Key };
        }

        if (refused.Text is { } text)
        {
            (readWriteValues ??= new Dictionary<XName, object?>())[SavedRefused] = text;
            writeOnlyValues = new Dictionary<XName, object?> { [InstanceValueNames.Refused] = text };
        }
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        ArgumentNullException.ThrowIfNull(readWriteValues);
        scope.Key = readWriteValues.TryGetValue(InstanceValueNames.Key, out object? key) ? key as string : null;
        refused.Text = readWriteValues.TryGetValue(SavedRefused, out object? text) ? text as string : null;
    }
}
