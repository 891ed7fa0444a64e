using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Keeps the key of an instance as text with its state, because a store has only the id of the key.</summary>
internal sealed class KeyParticipant(InstanceLogScope scope) : PersistenceParticipant
{
    /// <summary>The name of the key among the values of an instance.</summary>
    public static readonly XName Name = XName.Get("Key", "urn:workflow:hosting");

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        readWriteValues = scope.Key is null ? null : new Dictionary<XName, object?> { [Name] = scope.Key };
        writeOnlyValues = null;
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        ArgumentNullException.ThrowIfNull(readWriteValues);
        scope.Key = readWriteValues.TryGetValue(Name, out object? key) ? key as string : null;
    }
}
