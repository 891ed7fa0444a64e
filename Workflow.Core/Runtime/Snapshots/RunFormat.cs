using System.Text.Json;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>The run itself, as members of the document: who is the root, what waits for whom, and what is counted.</summary>
internal static class RunFormat
{
    public static void Write(SnapshotWriter writer)
    {
        WorkflowExecution execution = writer.Execution;
        writer.AddTree(execution.Root!);
        foreach (Frame root in execution.SecondaryRoots.Roots)
        {
            writer.AddTree(root);
        }

        writer.Json.WriteNumber("lastInstance", execution.Scheduler.LastInstance);
        writer.Reference("root", execution.Root);
        writer.References("secondaryRoots", execution.SecondaryRoots.Roots);
        writer.Reference("follower", execution.SecondaryRoots.Follower);
        QueueFormat.Write(writer);
        BookmarksFormat.Write(writer);
        writer.References("saves", execution.Saving.Requests);
        WriteRequests(writer);
    }

    public static LoadedRun Read(Entry all, SnapshotReader reader)
    {
        LoadedRun run = new(reader)
        {
            Root = reader.Get<Frame>(all, "root"),
            LastInstance = all.Get("lastInstance").Int64(),
            Follower = reader.GetOrNull<RootFollower>(all, "follower"),
        };
        run.SecondaryRoots.AddRange(reader.GetAll<Frame>(all, "secondaryRoots"));
        run.Queue.AddRange(QueueFormat.Read(all, reader));
        BookmarksFormat.Read(all, reader, run);
        run.Saves.AddRange(reader.GetAll<Bookmark>(all, "saves"));
        foreach (Entry entry in all.Get("transactionRequests").Items())
        {
            run.Requests.Add(ReadRequest(entry, reader));
        }

        return run;
    }

    private static void WriteRequests(SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        json.WriteStartArray("transactionRequests");
        foreach (ContextRequest request in writer.Execution.Transactions.Waiting)
        {
            json.WriteStartObject();
            writer.Reference("by", request.Requester);
            writer.Reference("handle", request.Handle);
            writer.Callback("callback", request.Callback, request.Requester.Activity);
            writer.Cells.Write("state", request.State, typeof(object), new PlaceOfValue("state", "transaction request", request.Requester.Activity));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static ContextRequest ReadRequest(Entry entry, SnapshotReader reader)
    {
        Frame requester = reader.Get<Frame>(entry, "by");
        return new ContextRequest(
            requester,
            reader.Get<RuntimeTransactionHandle>(entry, "handle"),
            reader.Callback<Action<NativeActivityTransactionContext, object?>>(entry, "callback", requester.Activity) ?? throw entry.Wrong("has no 'callback'"),
            reader.Cells.Read(entry.Get("state"), typeof(object), new PlaceOfValue("state", "transaction request", requester.Activity)),
            isRequired: false);
    }
}
