using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Stress;

/// <summary>Saves the history of an instance with the instance, and compares it with the values of a load.</summary>
internal sealed class SaveObserver(Subject subject, HostedInstance hosted) : PersistenceParticipant
{
    private static readonly XName History = XName.Get("history", "urn:stress");

    /// <summary>The history at the last save that was started.</summary>
    public SavePoint? Point { get; private set; }

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        using IDisposable stay = hosted.Occupancy.Enter("CollectValues");
        hosted.CheckSuccessesWereTaken();
        Point = subject.History.Point;
        readWriteValues = new Dictionary<XName, object?> { [History] = Point.Text };
        writeOnlyValues = null;
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        using IDisposable stay = hosted.Occupancy.Enter("PublishValues");
        if (subject.Saved is not { } saved || (string?)readWriteValues[History] != saved.Text)
        {
            subject.Fail($"what was loaded is '{readWriteValues[History]}', but what was saved last is '{subject.Saved?.Text}'");
            return;
        }

        subject.Note($"loaded as of '{saved.Text}'");
        subject.History.Return(saved);
    }
}
