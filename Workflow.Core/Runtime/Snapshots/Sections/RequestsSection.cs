using System.Text.Json;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The bookmarks that wait for a save or for an idle instance, the requests for a transaction, and a cancel request that waits for the end of one.
/// </summary>
internal sealed class RequestsSection : Section
{
    private const string SavesKey = "saves", IdleKey = "whenIdle", TransactionsKey = "transactionRequests", DeferredCancelKey = "isCancelDeferred",
        RequesterKey = "by", HandleKey = "handle", CallbackKey = "callback", StateKey = "state";

    public override void Write(SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        ScopeState? scopes = writer.Source.KnownScopes;
        if (scopes is { SaveRequests.Count: > 0 })
        {
            writer.WriteReferences(SavesKey, scopes.SaveRequests);
        }

        if (writer.Source.Bookmarks.WhenIdle is { Count: > 0 } waiting)
        {
            writer.WriteReferences(IdleKey, waiting);
        }

        if (scopes is { HasDeferredCancel: true })
        {
            json.WriteBoolean(DeferredCancelKey, true);
        }

        List<ContextRequest> requests = scopes?.TransactionRequests.FindAll(request => !request.IsObsolete) ?? [];
        if (requests.Count == 0)
        {
            return;
        }

        json.WriteStartArray(TransactionsKey);
        foreach (ContextRequest request in requests)
        {
            json.WriteStartObject();
            writer.WriteReference(RequesterKey, request.Requester);
            writer.WriteReference(HandleKey, request.Handle);
            writer.WriteCallback(CallbackKey, request.Callback, request.Requester.Activity);
            writer.Values.Write(StateKey, request.State, typeof(object), OriginOf(request.Requester));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    public override void Read(SnapshotNode all, SnapshotReader reader, LoadedRun run)
    {
        run.Saves.AddRange(reader.GetAll<Bookmark>(all, SavesKey));
        run.WhenIdle.AddRange(reader.GetAll<Bookmark>(all, IdleKey));
        run.HasDeferredCancel = all.FlagOf(DeferredCancelKey);
        foreach (SnapshotNode entry in all.ItemsOf(TransactionsKey))
        {
            run.Requests.Add(ReadRequest(entry, reader));
        }
    }

    private static ContextRequest ReadRequest(SnapshotNode entry, SnapshotReader reader)
    {
        Frame requester = reader.Get<Frame>(entry, RequesterKey);
        if (requester.IsCompleted)
        {
            throw entry.Get(RequesterKey).Invalid("is an instance that has ended, which cannot wait for a transaction");
        }

        return new ContextRequest(
            requester,
            reader.Get<RuntimeTransactionHandle>(entry, HandleKey),
            reader.Callback<Action<NativeActivityTransactionContext, object?>>(entry, CallbackKey, requester.Activity)
                ?? throw entry.Invalid($"has no '{CallbackKey}'"),
            reader.Values.Read(entry.Get(StateKey), typeof(object), OriginOf(requester)),
            isRequired: false);
    }

    private static ValueOrigin OriginOf(Frame requester) => new("state", "transaction request", requester.Activity);
}
