using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>An instance in the middle of an episode, and how far everything around it was then.</summary>
internal sealed record SavePoint(byte[] Data, StageMark Mark, int Idles);

/// <summary>Notices when the host saves an instance because an activity asked for it.</summary>
internal sealed class SaveWatch(Action onSave) : PersistenceParticipant
{
    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        (readWriteValues, writeOnlyValues) = (null, null);
        onSave();
    }
}
