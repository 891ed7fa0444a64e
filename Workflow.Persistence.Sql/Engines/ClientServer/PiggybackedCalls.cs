using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads and messages that are executed together with a flush. Each of them is executed only if the row of its instance is not locked, and never waits for a
/// lock. A call that is not executed is returned to its caller, who executes it separately. Not thread-safe.
/// </summary>
internal sealed class PiggybackedCalls
{
    private readonly ServerLoads _loading;
    private readonly ServerMessages _messages;
    private readonly ServerLoad[] _loads;

    /// <summary>Creates the piggybacked calls of a flush.</summary>
    /// <param name="loading">Adds the loads.</param>
    /// <param name="messages">Adds the messages.</param>
    /// <param name="calls">The loads and messages.</param>
    public PiggybackedCalls(ServerLoads loading, ServerMessages messages, IReadOnlyList<IFlushedCall> calls)
    {
        _loading = loading;
        _messages = messages;
        _loads = [.. calls.OfType<ServerLoad>()];
        Sends = [.. calls.OfType<ServerSend>()];
    }

    public int Count => _loads.Length + Sends.Length;

    public ServerSend[] Sends { get; }

    /// <summary>The calls, in the order of their batch indexes.</summary>
    public IEnumerable<IFlushedCall> Calls => [.. _loads, .. Sends];

    /// <summary>Releases the locks of earlier lost loads. Must be called before the flush.</summary>
    public Task BeginAsync(DbConnection connection) => _loads.Length > 0 ? _loading.UnlockUnacknowledgedAsync(connection, _loads) : Task.CompletedTask;

    /// <summary>Adds the statements. Each result row starts with the batch index of its call; the first call has the given index.</summary>
    public void Add(ServerCall call, int firstIndex)
    {
        _loading.Add(call, _loads, firstIndex);
        if (Sends.Length > 0)
        {
            // Added after the statements that wait for locks, so that a message sees everything that was committed before its row was locked.
            call.Add("SendLockFree")
                .Set("@ids", Sends.Where(send => send.Request.Key is null).Select(send => send.InstanceId).ToArray())
                .Set("@keys", Sends.Where(send => send.Request.Key is not null).Select(send => send.InstanceId).ToArray());
            for (int i = 0; i < Sends.Length; i++)
            {
                _messages.Add(call, Sends[i].Request, Sends[i].RequestId, firstIndex + _loads.Length + i);
            }
        }
    }

    /// <summary>Reads the result row of a call; null if the caller must execute the call separately.</summary>
    public StoreResult? Read(DbDataReader reader, int number) => number < _loads.Length
        ? _loading.Read(reader, _loads[number])
        : ServerMessages.ResultOf(reader, Sends[number - _loads.Length].Request, Sends[number - _loads.Length].RequestId, first: 1);

    /// <summary>Called when the flush has failed; its loads may have locked instances.</summary>
    public void OnFailed(Exception failure) => _loading.TrackUnacknowledged(_loads, failure);
}
