using System.Collections.Concurrent;

namespace Workflow.Testing;

/// <summary>The values of the messages of a test. The content of a message is the id of its event, so each process reads the same value.</summary>
internal sealed class MessageValues
{
    private readonly ConcurrentDictionary<Guid, object?> _values = [];
    private readonly ConcurrentDictionary<Guid, bool> _sent = [];

    public ReadOnlyMemory<byte> Add(Guid id, object? value)
    {
        _values[id] = value;
        return id.ToByteArray();
    }

    /// <summary>Called when a store has accepted the message.</summary>
    public void NoteSent(Guid id) => _sent[id] = true;

    public bool WasSent(Guid id) => _sent.ContainsKey(id);

    /// <summary>Returns the value of a message; null if no event of the test has sent the message.</summary>
    public object? Read(ReadOnlyMemory<byte> content) => content.Length == 16 ? _values.GetValueOrDefault(new Guid(content.Span)) : null;
}
