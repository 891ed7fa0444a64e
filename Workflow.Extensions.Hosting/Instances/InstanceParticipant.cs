using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Keeps what this package knows of an instance with its state: its key as text, because a store has only the id of the key, and the messages that it has refused.</summary>
internal sealed class InstanceParticipant(InstanceLogScope scope, RefusedMessages refused) : PersistenceParticipant
{
    /// <summary>The name of the key among the values of an instance.</summary>
    public static readonly XName Key = XName.Get("Key", "urn:workflow:hosting");

    /// <summary>The name of the refused messages among the values for queries.</summary>
    public static readonly XName Refused = XName.Get("Refused", "urn:workflow:hosting");

    /// <summary>The same among the values that are loaded: a save cannot have two values of one name.</summary>
    private static readonly XName SavedRefused = XName.Get("SavedRefused", "urn:workflow:hosting");

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = null;
        writeOnlyValues = null;
        if (scope.Key is not null)
        {
            readWriteValues = new Dictionary<XName, object?> { [Key] = scope.Key };
        }

        if (refused.Text is { } text)
        {
            (readWriteValues ??= new Dictionary<XName, object?>())[SavedRefused] = text;
            writeOnlyValues = new Dictionary<XName, object?> { [Refused] = text };
        }
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        ArgumentNullException.ThrowIfNull(readWriteValues);
        scope.Key = readWriteValues.TryGetValue(Key, out object? key) ? key as string : null;
        refused.Text = readWriteValues.TryGetValue(SavedRefused, out object? text) ? text as string : null;
    }
}
