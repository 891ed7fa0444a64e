using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads and messages that go with a flush: each is done if the row of its instance is free, and waits for nothing. What is not done is left to its caller, who makes the call alone. Not thread-safe.
/// </summary>
internal sealed class FlushRiders
{
    private readonly ServerLoads _loading;
    private readonly ServerMessages _messages;
    private readonly ServerLoad[] _loads;

    /// <summary>Creates it.</summary>
    /// <param name="loading">Adds loads.</param>
    /// <param name="messages">Adds messages.</param>
    /// <param name="calls">The calls.</param>
    public FlushRiders(ServerLoads loading, ServerMessages messages, IReadOnlyList<IFlushedCall> calls)
    {
        _loading = loading;
        _messages = messages;
        _loads = [.. calls.OfType<ServerLoad>()];
        Sends = [.. calls.OfType<ServerSend>()];
    }

    public int Count => _loads.Length + Sends.Length;

    public ServerSend[] Sends { get; }

    /// <summary>The calls, in the order of their places.</summary>
    public IEnumerable<IFlushedCall> Calls => [.. _loads, .. Sends];

    /// <summary>Gives back what earlier loads have locked and lost. It comes before the flush.</summary>
    public Task BeginAsync(DbConnection connection) => _loads.Length > 0 ? _loading.UndoLostAsync(connection, _loads) : Task.CompletedTask;

    /// <summary>Adds the statements. Their rows begin with the place of the call; the first one has the place that is given.</summary>
    public void Add(ServerCall call, int firstPlace)
    {
        _loading.Add(call, _loads, firstPlace);
        if (Sends.Length > 0)
        {
            // After the locks that are waited for. A message sees what was committed before its row was locked.
            call.Add("SendLockFree")
                .Set("@ids", Sends.Where(send => send.Request.Key is null).Select(send => send.InstanceId).ToArray())
                .Set("@keys", Sends.Where(send => send.Request.Key is not null).Select(send => send.InstanceId).ToArray());
            for (int i = 0; i < Sends.Length; i++)
            {
                _messages.Add(call, Sends[i].Request, Sends[i].RequestId, firstPlace + _loads.Length + i);
            }
        }
    }

    /// <summary>Reads the row of a call; null: it is to be made alone.</summary>
    public StoreAnswer? Read(DbDataReader reader, int number) => number < _loads.Length
        ? _loading.Read(reader, _loads[number])
        : ServerMessages.AnswerOf(reader, Sends[number - _loads.Length].Request, Sends[number - _loads.Length].RequestId, first: 1);

    /// <summary>The flush has failed: loads can have locked something.</summary>
    public void Lose(Exception failure) => _loading.Lose(_loads, failure);
}
