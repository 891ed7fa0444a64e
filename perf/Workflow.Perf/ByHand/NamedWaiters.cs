using Workflow.Perf.Activities;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an instance with open bookmarks: a dictionary of callbacks by name.</summary>
internal static class NamedWaiters
{
    public static Action<int> Calls(int count)
    {
        int calls = 0;
        string[] names = [.. Enumerable.Range(0, count).Select(HoldBookmarks.NameOf)];
        Dictionary<string, Action> waiters = names.ToDictionary(name => name, _ => (Action)(() => calls++), StringComparer.Ordinal);
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                waiters[names[i % names.Length]]();
            }
        };
    }
}
