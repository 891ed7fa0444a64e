using System.Text.Json;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of a saved instance: a list of plain objects, serialized to JSON and deserialized.</summary>
internal static class SavedWaiters
{
    public static Action<int> Saves(int count)
    {
        List<Waiter> waiters = Create(count);
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                JsonSerializer.SerializeToUtf8Bytes(waiters);
            }
        };
    }

    public static Action<int> Loads(int count)
    {
        byte[] saved = JsonSerializer.SerializeToUtf8Bytes(Create(count));
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                JsonSerializer.Deserialize<List<Waiter>>(saved);
            }
        };
    }

    private static List<Waiter> Create(int count) => [.. Enumerable.Range(0, count).Select(number => new Waiter(number, "approval", number))];

    private sealed record Waiter(int Number, string Bookmark, int Count);
}
