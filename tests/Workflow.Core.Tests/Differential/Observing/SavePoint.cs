using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>An instance in the middle of an episode, with the state of the test at that time.</summary>
/// <param name="Data">The saved instance.</param>
/// <param name="Mark">The state of the stage.</param>
/// <param name="Idles">The number of idle points before the save.</param>
/// <param name="IsStuck">True if the save lies within the cancellation that precedes the abort of an instance that waits for nothing.</param>
internal sealed record SavePoint(byte[] Data, StageMark Mark, int Idles, bool IsStuck);

/// <summary>Calls back when the host saves an instance because an activity requested the save.</summary>
internal sealed class SaveWatch(Action onSave) : PersistenceParticipant
{
    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        (readWriteValues, writeOnlyValues) = (null, null);
        onSave();
    }
}
