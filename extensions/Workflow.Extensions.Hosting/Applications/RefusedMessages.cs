using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The last messages that an instance has refused, as they are saved with it. Used by the thread that runs the instance.</summary>
internal sealed class RefusedMessages
{
    /// <summary>The maximum number of retained messages, so that a sender cannot make the state of an instance grow without limit.</summary>
    private const int MaxCount = 10;

    private const int MaxReasonLength = 1000;

    private IReadOnlyList<WorkflowRefusedMessage> _messages = [];

    /// <summary>The saved text; null if there are no messages.</summary>
    public string? Text
    {
        get => _messages.Count == 0
            ? null
            : JsonSerializer.Serialize(_messages.Select(message => new object?[] { message.Sequence, message.BookmarkName, message.Reason }));
        set => _messages = Read(value);
    }

    /// <summary>Adds a message. A message that is refused again after a crash replaces its earlier entry.</summary>
    public void Add(StoredMessage message, string reason) => _messages =
    [
        .. _messages.Where(known => known.Sequence != message.Sequence).TakeLast(MaxCount - 1),
        new WorkflowRefusedMessage
        {
            Sequence = message.Sequence,
            BookmarkName = message.BookmarkName ?? string.Empty,
            Reason = reason[..Math.Min(reason.Length, MaxReasonLength)],
        },
    ];

    /// <summary>
    /// Reads a saved text. A text that is damaged or was written by a later version counts as empty, because the instance can run without it.
    /// </summary>
    public static IReadOnlyList<WorkflowRefusedMessage> Read(string? text)
    {
        if (text is null)
        {
            return [];
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(text);
            return [.. document.RootElement.EnumerateArray().TakeLast(MaxCount).Select(static message => new WorkflowRefusedMessage
            {
                Sequence = message[0].GetInt64(),
                BookmarkName = message[1].GetString() ?? string.Empty,
                Reason = message[2].GetString() ?? string.Empty,
            })];
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or FormatException or IndexOutOfRangeException)
        {
            return [];
        }
    }
}
