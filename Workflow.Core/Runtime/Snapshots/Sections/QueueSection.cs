using System.Text.Json;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The queued work of an instance that is saved in the middle of an episode (rule 7.3), front first.</summary>
internal sealed class QueueSection : Section
{
    private const string QueueKey = "queue", KindKey = "do", FrameKey = "on", BookmarkKey = "bookmark", CallbackKey = "callback", ValueKey = "value",
        ExceptionKey = "exception", SourceKey = "source", CarrierKey = "carrier";

    public override void Write(SnapshotWriter writer)
    {
        List<WorkItem> queued = [];
        foreach (WorkItem item in writer.Source.Queue?.ToArray() ?? [])
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
            foreach (WorkItem item in queued)
            {
                Write(item, writer);
            }

            writer.Json.WriteEndArray();
        }
    }

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run)
    {
        foreach (SnapshotNode entry in all.ItemsOf(QueueKey))
        {
            Frame frame = reader.Get<Frame>(entry, FrameKey);
            WorkKind kind = entry.Get(KindKey).Word(SavedEnumNames.Work);
            run.Queue.Add(new WorkItem(kind, frame, ReadPayload(kind, frame, entry, reader)));
        }
    }

    /// <summary>Checks the states of the instances, whose parents have been set.</summary>
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
                throw ReadFailure.Create($"'{QueueKey}' has the work '{SavedEnumNames.Work.Of(item.Kind)}' for an instance in the wrong state, or twice", QueueKey);
            }
        }
    }

    /// <summary>
    /// Returns true if the exception can come from the child. A cancel request can run before a queued exception, so the child may have ended and have no
    /// parent.
    /// </summary>
    private static bool CanCarry(Frame carrier, Frame owner) => ReferenceEquals(carrier.Parent, owner) || carrier is { IsCompleted: true, Parent: null };

    private static ValueOrigin OriginOf(Bookmark bookmark, Frame owner) => new("value of the resumed bookmark", bookmark.ToString(), owner.Activity);

    private static void Write(in WorkItem item, SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        json.WriteStartObject();
        json.WriteString(KindKey, SavedEnumNames.Work.Of(item.Kind));
        writer.WriteReference(FrameKey, item.Frame);
        switch (item.Payload)
        {
            case null:
                break;
            case Resumption resumption:
                writer.WriteReference(BookmarkKey, resumption.Bookmark);
                writer.WriteCallback(CallbackKey, resumption.Callback, item.Frame.Activity);
                writer.Values.Write(ValueKey, resumption.Value, typeof(object), OriginOf(resumption.Bookmark, item.Frame));
                break;
            case Bookmark committed:
                writer.WriteReference(BookmarkKey, committed);
                break;
            case FaultReport report:
                writer.WriteReference(ExceptionKey, report.Exception);
                writer.WriteReference(SourceKey, report.Source);
                writer.WriteReference(CarrierKey, report.Carrier);
                writer.WriteCallback(CallbackKey, report.Handler, item.Frame.Activity);
                break;
            default:
                throw new InvalidOperationException($"Work of the kind {item.Kind} cannot be saved; it keeps an instance from being saved.");
        }

        json.WriteEndObject();
    }

    private static object? ReadPayload(WorkKind kind, Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        switch (kind)
        {
            case WorkKind.Resume:
                Bookmark bookmark = reader.Get<Bookmark>(entry, BookmarkKey);
                return new Resumption(
                    bookmark,
                    reader.Callback<BookmarkCallback>(entry, CallbackKey, frame.Activity),
                    reader.Values.Read(entry.Get(ValueKey), typeof(object), OriginOf(bookmark, frame)));
            case WorkKind.Fault:
                return new FaultReport(
                    reader.Get<Exception>(entry, ExceptionKey), reader.Get<Frame>(entry, SourceKey), reader.Get<Frame>(entry, CarrierKey),
                    reader.Callback<FaultCallback>(entry, CallbackKey, frame.Activity) ?? throw entry.Invalid($"has no '{CallbackKey}'"));
            case WorkKind.EndTransaction:
                return reader.GetOrNull<Bookmark>(entry, BookmarkKey);
            default:
                return null;
        }
    }
}
