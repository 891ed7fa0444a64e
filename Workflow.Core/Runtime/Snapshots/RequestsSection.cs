using System.Text.Json;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Snapshots;

/// <summary>Who waits for a save, who until nothing else can run, and who for a transaction.</summary>
internal sealed class RequestsSection : Section
{
    private const string SavesKey = "saves", IdleKey = "whenIdle", TransactionsKey = "transactionRequests", RequesterKey = "by", HandleKey = "handle",
        CallbackKey = "callback", StateKey = "state";

    public override void Write(SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        if (writer.Execution.Saving.Requests.Count > 0)
        {
            writer.References(SavesKey, writer.Execution.Saving.Requests);
        }

        if (writer.Execution.Bookmarks.WhenIdle.Count > 0)
        {
            writer.References(IdleKey, writer.Execution.Bookmarks.WhenIdle);
        }

        if (!writer.Execution.Transactions.Waiting.Any())
        {
            return;
        }

        json.WriteStartArray(TransactionsKey);
        foreach (ContextRequest request in writer.Execution.Transactions.Waiting)
        {
            json.WriteStartObject();
            writer.Reference(RequesterKey, request.Requester);
            writer.Reference(HandleKey, request.Handle);
            writer.Callback(CallbackKey, request.Callback, request.Requester.Activity);
            writer.Cells.Write(StateKey, request.State, typeof(object), PlaceOf(request.Requester));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    public override void Read(Entry all, SnapshotReader reader, LoadedRun run)
    {
        run.Saves.AddRange(reader.GetAll<Bookmark>(all, SavesKey));
        run.WhenIdle.AddRange(reader.GetAll<Bookmark>(all, IdleKey));
        foreach (Entry entry in all.ItemsOf(TransactionsKey))
        {
            run.Requests.Add(ReadRequest(entry, reader));
        }
    }

    private static ContextRequest ReadRequest(Entry entry, SnapshotReader reader)
    {
        Frame requester = reader.Get<Frame>(entry, RequesterKey);
        if (requester.IsCompleted)
        {
            throw entry.Get(RequesterKey).Wrong("is an instance that has ended, and waits for nothing");
        }

        return new ContextRequest(
            requester,
            reader.Get<RuntimeTransactionHandle>(entry, HandleKey),
            reader.Callback<Action<NativeActivityTransactionContext, object?>>(entry, CallbackKey, requester.Activity) ?? throw entry.Wrong($"has no '{CallbackKey}'"),
            reader.Cells.Read(entry.Get(StateKey), typeof(object), PlaceOf(requester)),
            isRequired: false);
    }

    private static PlaceOfValue PlaceOf(Frame requester) => new("state", "transaction request", requester.Activity);
}
