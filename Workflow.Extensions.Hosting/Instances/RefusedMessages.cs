using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The last messages that an instance has refused, as they are saved with it. For the thread that runs the instance.</summary>
internal sealed class RefusedMessages
{
    /// <summary>The number of messages that are kept. A sender cannot let the state of an instance grow.</summary>
    private const int MaxCount = 10;

    private const int MaxReasonLength = 1000;

    private IReadOnlyList<WorkflowRefusedMessage> _messages = [];

    /// <summary>The text that is saved; null for no message.</summary>
    public string? Text
    {
        get => _messages.Count == 0 ? null : JsonSerializer.Serialize(_messages.Select(message => new object?[] { message.Sequence, message.BookmarkName, message.Reason }));
        set => _messages = Read(value);
    }

    /// <summary>Adds a message. One that is added again, because it came again after a crash, replaces itself.</summary>
    public void Add(StoredMessage message, string reason) => _messages =
    [
        .. _messages.Where(known => known.Sequence != message.Sequence).TakeLast(MaxCount - 1),
        new WorkflowRefusedMessage(message.Sequence, message.BookmarkName ?? string.Empty, reason[..Math.Min(reason.Length, MaxReasonLength)]),
    ];

    /// <summary>Reads a saved text. A text that is damaged or of a later version is none: it is not needed to go on.</summary>
    public static IReadOnlyList<WorkflowRefusedMessage> Read(string? text)
    {
        if (text is null)
        {
            return [];
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(text);
            return [.. document.RootElement.EnumerateArray().TakeLast(MaxCount).Select(message => new WorkflowRefusedMessage(message[0].GetInt64(), message[1].GetString() ?? string.Empty, message[2].GetString() ?? string.Empty))];
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or FormatException or IndexOutOfRangeException)
        {
            return [];
        }
    }
}
