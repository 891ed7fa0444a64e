using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>An instance in the middle of an episode, and how far everything around it was then.</summary>
/// <param name="Data">The saved instance.</param>
/// <param name="Mark">How far the stage was.</param>
/// <param name="Idles">How often the instance had been idle.</param>
/// <param name="IsStuck">It is in the cancellation that comes before the abort of an instance that waits for nothing.</param>
internal sealed record SavePoint(byte[] Data, StageMark Mark, int Idles, bool IsStuck);

/// <summary>Notices when the host saves an instance because an activity asked for it.</summary>
internal sealed class SaveWatch(Action onSave) : PersistenceParticipant
{
    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        (readWriteValues, writeOnlyValues) = (null, null);
        onSave();
    }
}
