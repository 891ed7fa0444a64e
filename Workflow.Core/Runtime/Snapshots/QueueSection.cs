using System.Text.Json;
using Workflow.Persistence;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Snapshots;

/// <summary>What is queued while an instance is saved in the middle of an episode (rule 7.3), from the front.</summary>
internal sealed class QueueSection : Section
{
    private const string QueueKey = "queue", KindKey = "do", FrameKey = "on", BookmarkKey = "bookmark", CallbackKey = "callback", ValueKey = "value",
        ExceptionKey = "exception", SourceKey = "source", CarrierKey = "carrier";

    public override void Write(SnapshotWriter writer)
    {
        List<WorkItem> queued = [];
        foreach (WorkItem item in writer.Execution.Queue.Queued())
        {
            bool isObsolete = item.InstanceNumber != item.Frame.InstanceNumber
                || (item.Kind == WorkKind.Complete ? item.Frame.Parent is not { IsCompleted: false } : item.Frame.IsCompleted);
            if (!isObsolete)
            {
                queued.Add(item);
            }
        }

        if (queued.Count > 0)
        {
            writer.Json.WriteStartArray(QueueKey);
            queued.ForEach(item => Write(item, writer));
            writer.Json.WriteEndArray();
        }
    }

    public override void Read(Entry all, SnapshotReader reader, LoadedRun run)
    {
        foreach (Entry entry in all.ItemsOf(QueueKey))
        {
            Frame frame = reader.Get<Frame>(entry, FrameKey);
            WorkKind kind = entry.Get(KindKey).Word(Words.Work);
            run.Queue.Add(new WorkItem(kind, frame, ReadPayload(kind, frame, entry, reader)));
        }
    }

    /// <summary>The parents of instances are known now.</summary>
    public override void Finish(LoadedRun run)
    {
        HashSet<Frame> completing = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < run.Queue.Count; i++)
        {
            WorkItem item = run.Queue[i];
            bool fits = item.Kind switch
            {
                WorkKind.Complete => item.Frame is { IsCompleted: true, Parent.IsCompleted: false } && completing.Add(item.Frame),
                WorkKind.Fault => !item.Frame.IsCompleted && CanCarry(((FaultReport)item.Payload!).Carrier, item.Frame),
                _ => !item.Frame.IsCompleted,
            };
            if (!fits)
            {
                throw new SnapshotException($"The snapshot cannot be read: '{QueueKey}' has work '{Words.Work.Of(item.Kind)}' for an instance in the wrong state, or twice.", QueueKey, null);
            }
        }
    }

    /// <summary>A cancel request overtakes an exception that is queued: then the child that it comes out of has ended, and is no longer one.</summary>
    private static bool CanCarry(Frame carrier, Frame owner) => ReferenceEquals(carrier.Parent, owner) || carrier is { IsCompleted: true, Parent: null };

    private static PlaceOfValue PlaceOf(Bookmark bookmark, Frame owner) => new("value of the resumed bookmark", bookmark.ToString(), owner.Activity);

    private static void Write(in WorkItem item, SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        json.WriteStartObject();
        json.WriteString(KindKey, Words.Work.Of(item.Kind));
        writer.Reference(FrameKey, item.Frame);
        switch (item.Payload)
        {
            case null:
                break;
            case Resumption resumption:
                writer.Reference(BookmarkKey, resumption.Bookmark);
                writer.Callback(CallbackKey, resumption.Callback, item.Frame.Activity);
                writer.Cells.Write(ValueKey, resumption.Value, typeof(object), PlaceOf(resumption.Bookmark, item.Frame));
                break;
            case FaultReport report:
                writer.Reference(ExceptionKey, report.Exception);
                writer.Reference(SourceKey, report.Source);
                writer.Reference(CarrierKey, report.Carrier);
                writer.Callback(CallbackKey, report.Handler, item.Frame.Activity);
                break;
            default:
                throw new InvalidOperationException($"Work of the kind {item.Kind} cannot be saved; it keeps an instance from being saved.");
        }

        json.WriteEndObject();
    }

    private static object? ReadPayload(WorkKind kind, Frame frame, Entry entry, SnapshotReader reader)
    {
        switch (kind)
        {
            case WorkKind.Resume:
                Bookmark bookmark = reader.Get<Bookmark>(entry, BookmarkKey);
                return new Resumption(
                    bookmark,
                    reader.Callback<BookmarkCallback>(entry, CallbackKey, frame.Activity),
                    reader.Cells.Read(entry.Get(ValueKey), typeof(object), PlaceOf(bookmark, frame)));
            case WorkKind.Fault:
                return new FaultReport(
                    reader.Get<Exception>(entry, ExceptionKey), reader.Get<Frame>(entry, SourceKey), reader.Get<Frame>(entry, CarrierKey),
                    reader.Callback<FaultCallback>(entry, CallbackKey, frame.Activity) ?? throw entry.Wrong($"has no '{CallbackKey}'"));
            default:
                return null;
        }
    }
}
