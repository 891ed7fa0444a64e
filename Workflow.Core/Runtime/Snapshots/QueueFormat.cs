using System.Text.Json;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Snapshots;

/// <summary>What is queued while an instance is saved in the middle of an episode (rule 7.3), from the front.</summary>
internal static class QueueFormat
{
    public static void Write(SnapshotWriter writer)
    {
        writer.Json.WriteStartArray("queue");
        foreach (WorkItem item in writer.Execution.Loop.Queued())
        {
            bool isObsolete = item.InstanceNumber != item.Frame.InstanceNumber
                || (item.Kind == WorkKind.Complete ? item.Frame.Parent is not { IsCompleted: false } : item.Frame.IsCompleted);
            if (!isObsolete)
            {
                Write(item, writer);
            }
        }

        writer.Json.WriteEndArray();
    }

    public static IEnumerable<WorkItem> Read(Entry all, SnapshotReader reader)
    {
        foreach (Entry entry in all.Get("queue").Items())
        {
            Frame frame = reader.Get<Frame>(entry, "on");
            WorkKind kind = entry.Get("do").Constant<WorkKind>();
            bool fits = kind == WorkKind.Complete ? frame is { IsCompleted: true, Parent.IsCompleted: false } : !frame.IsCompleted;
            yield return fits
                ? new WorkItem(kind, frame, ReadPayload(kind, frame, entry, reader))
                : throw entry.Wrong($"has work of the kind {kind} for an instance in the wrong state");
        }
    }

    private static void Write(in WorkItem item, SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        json.WriteStartObject();
        json.WriteString("do", item.Kind.ToString());
        writer.Reference("on", item.Frame);
        Activity activity = item.Frame.Activity;
        switch (item.Payload)
        {
            case null:
                break;
            case Resumption resumption:
                writer.Reference("bookmark", resumption.Bookmark);
                writer.Callback("callback", resumption.Callback, activity);
                writer.Cells.Write("value", resumption.Value, typeof(object), new PlaceOfValue("value of the resumed bookmark", resumption.Bookmark.ToString(), activity));
                break;
            case FaultReport report:
                writer.Reference("exception", report.Exception);
                writer.Reference("source", report.Source);
                writer.Reference("carrier", report.Carrier);
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
                Bookmark bookmark = reader.Get<Bookmark>(entry, "bookmark");
                return new Resumption(
                    bookmark,
                    reader.Callback<BookmarkCallback>(entry, "callback", frame.Activity),
                    reader.Cells.Read(entry.Get("value"), typeof(object), new PlaceOfValue("value of the resumed bookmark", bookmark.ToString(), frame.Activity)));
            case WorkKind.Fault:
                Frame carrier = reader.Get<Frame>(entry, "carrier");
                FaultCallback handler = ReferenceEquals(carrier.Parent, frame) && carrier.OnFaulted is { } callback ? callback : throw entry.Get("carrier").Wrong("is no child with a fault callback");
                return new FaultReport(reader.Get<Exception>(entry, "exception"), reader.Get<Frame>(entry, "source"), carrier, handler);
            case WorkKind.Execute:
            case WorkKind.ResolveNext:
            case WorkKind.Complete:
            case WorkKind.Evaluate:
            case WorkKind.Cancel:
                return null;
            default:
                throw entry.Wrong($"has work of the kind {kind}, which is never saved");
        }
    }
}
