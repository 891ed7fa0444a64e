extern alias WorkflowCore;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using WorkflowCore::Workflow.Statements;

namespace Workflow.Interop.Legacy;

/// <summary>
/// The bookmarks of a legacy activity: one for each queue, named with the text of the queue name. The bookmarks of timers are registered with the timer
/// extension of the host.
/// </summary>
internal sealed class InteropBookmarks(ActivityExecutor executor, BookmarkCallback onResumed)
{
    private readonly Dictionary<string, (IComparable Queue, Bookmark Bookmark)> _byName = new(StringComparer.Ordinal);
    private readonly HashSet<string> _timers = new(StringComparer.Ordinal);

    public object?[] All => [.. _byName.Values.Select(static known => known.Bookmark)];

    private TimerEventSubscriptionCollection Timers =>
        (TimerEventSubscriptionCollection)executor.Root.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty)!;

    /// <summary>
    /// Returns the queue of a resumed bookmark, and removes the timer if the bookmark belongs to one. Returns null if the queue was deleted before the
    /// resumption arrived.
    /// </summary>
    /// <param name="context">The context of the resumption.</param>
    /// <param name="name">The name of the bookmark.</param>
    /// <param name="item">The item. If the bookmark belongs to a timer, null is replaced with the timer id.</param>
    public IComparable? TakeItem(NativeActivityContext context, string name, ref object? item)
    {
        if (!_byName.TryGetValue(name, out (IComparable Queue, Bookmark Bookmark) known))
        {
            return null;
        }

        if (_timers.Remove(name))
        {
            Timers.Remove((Guid)known.Queue);
            TimerOf(context).CancelTimer(known.Bookmark);
            item ??= known.Queue;
        }

        return known.Queue;
    }

    /// <summary>Creates a bookmark for each queue, registers new timers, and removes bookmarks and registrations that are no longer needed.</summary>
    /// <exception cref="InvalidOperationException">The workflow already has a bookmark of the name, or the names of two queues have the same text.</exception>
    public void Update(NativeActivityContext context)
    {
        Dictionary<string, IComparable> queues = Queues();
        foreach (string name in _byName.Keys.Where(name => !queues.TryGetValue(name, out IComparable? queue) || !queue.Equals(_byName[name].Queue)).ToArray())
        {
            if (_timers.Remove(name))
            {
                TimerOf(context).CancelTimer(_byName[name].Bookmark);
            }

            context.RemoveBookmark(_byName[name].Bookmark);
            _byName.Remove(name);
        }

        foreach ((string name, IComparable queue) in queues)
        {
            if (!_byName.ContainsKey(name))
            {
                _byName.Add(name, (queue, context.CreateBookmark(name, onResumed, BookmarkOptions.MultipleResume)));
            }
        }

        RegisterTimers(context);
    }

    public void Remove(NativeActivityContext context)
    {
        CancelTimers(context);
        foreach ((_, Bookmark bookmark) in _byName.Values)
        {
            context.RemoveBookmark(bookmark);
        }

        _byName.Clear();
    }

    public void CancelTimers(ActivityContext context)
    {
        foreach (string name in _timers)
        {
            TimerOf(context).CancelTimer(_byName[name].Bookmark);
        }

        _timers.Clear();
    }

    /// <summary>Takes over the bookmarks of saved state, which the workflow and the timer extension have already restored.</summary>
    /// <exception cref="SnapshotException">A bookmark has no queue, or occurs twice.</exception>
    public void Restore(object?[] bookmarks)
    {
        Dictionary<string, IComparable> queues = Queues();
        foreach (Bookmark bookmark in bookmarks.Cast<Bookmark>())
        {
            if (!queues.TryGetValue(bookmark.Name, out IComparable? queue) || !_byName.TryAdd(bookmark.Name, (queue, bookmark)))
            {
                throw new SnapshotException(
                    $"The saved WF3 activity has the bookmark '{bookmark.Name}' and no queue for it; restore the instance from a backup.");
            }
        }

        _timers.UnionWith(Timers.Select(static timer => NameOf(timer.QueueName)).Where(_byName.ContainsKey));
    }

    private static TimerExtension TimerOf(ActivityContext context) => context.GetExtension<TimerExtension>()!;

    private static string NameOf(IComparable queue) => InvariantText.Of(queue) ?? string.Empty;

    private Dictionary<string, IComparable> Queues()
    {
        Dictionary<string, IComparable> queues = new(StringComparer.Ordinal);
        foreach (WorkflowQueueInfo queue in executor.Queuing.Describe())
        {
            if (!queues.TryAdd(NameOf(queue.QueueName), queue.QueueName))
            {
                throw new InvalidOperationException(
                    $"'{executor.Root.QualifiedName}' has two queues whose names have the text '{queue.QueueName}', which would be one bookmark; give one of them another name.");
            }
        }

        return queues;
    }

    /// <summary>Registers the new timers. Each timer has a queue, and so a bookmark, whose name is the timer id.</summary>
    private void RegisterTimers(NativeActivityContext context)
    {
        DateTime now = executor.Host.Time.GetUtcNow().UtcDateTime;
        foreach (TimerEventSubscription timer in Timers)
        {
            string name = NameOf(timer.QueueName);
            if (_byName.TryGetValue(name, out (IComparable Queue, Bookmark Bookmark) known) && known.Queue is Guid && _timers.Add(name))
            {
                // A timer at the maximum date never expires.
                TimeSpan wait = timer.ExpiresAt > now ? timer.ExpiresAt - now : TimeSpan.Zero;
                TimerOf(context).RegisterTimer(timer.ExpiresAt.Date == DateTime.MaxValue.Date ? TimeSpan.MaxValue : wait, known.Bookmark);
            }
        }
    }
}
