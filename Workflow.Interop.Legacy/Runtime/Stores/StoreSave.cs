extern alias WorkflowCore;
using System.Xml.Linq;
using Workflow.Interop.Legacy.ComponentModel;
using WorkflowCore::Workflow.Persistence;
using WorkflowIdentity = WorkflowCore::Workflow.WorkflowIdentity;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Describes an instance for a store: its bookmarks, the due time of its timer, and values for queries. The names are those of instances of Workflow.Core.
/// </summary>
internal static class StoreSave
{
    private static readonly XNamespace Properties = "urn:schemas-microsoft-com:System.Activities/4.0/properties";
    private static readonly XNamespace Variables = "urn:schemas-microsoft-com:System.Activities/4.0/properties/variables";

    private static readonly XName Status = Properties + "Status";
    private static readonly WeakCache<Type, WorkflowIdentity> Identities = new(static key => new(key.FullName!, null, key.Assembly.GetName().Name));

    public static WorkflowIdentity IdentityOf(Type workflowType) => Identities.Of(workflowType);

    /// <summary>Describes the current instance. The result creates the save for a specified lock version.</summary>
    public static Func<long, InstanceSave> Of(Activity root, byte[] state, bool unlock, IEnumerable<string> promoted)
    {
        ActivityExecutor executor = (ActivityExecutor)root.Runtime.Port!;
        WorkflowStatus status = SavedStatus.StatusOf(root);
        bool isEnded = status is WorkflowStatus.Completed or WorkflowStatus.Terminated;
        SavedBookmark[] bookmarks = isEnded ? [] : BookmarksOf(executor, root);
        TimeSpan? dueIn = status == WorkflowStatus.Running ? DueIn(executor, root) : null;
        Dictionary<XName, object?> values = ValuesOf(root, status, dueIn is null ? null : FirstTimer(root), promoted);
        return version => new InstanceSave
        {
            InstanceId = executor.InstanceId,
            LockVersion = version,
            DefinitionIdentity = IdentityOf(root.GetType()),
            Status = status switch
            {
                WorkflowStatus.Completed => InstanceStatus.Closed,
                WorkflowStatus.Terminated => InstanceStatus.Faulted,
                WorkflowStatus.Running when !SavedStatus.IsBlocked(root) => InstanceStatus.Executing,
                _ => InstanceStatus.Idle,
            },
            State = state,
            Bookmarks = bookmarks,
            DueIn = dueIn,
            WriteOnlyValues = values,
            Unlock = unlock || isEnded,
            Complete = isEnded,
        };
    }

    /// <summary>Returns a bookmark for each queue for whose items an activity waits.</summary>
    private static SavedBookmark[] BookmarksOf(ActivityExecutor executor, Activity root) =>
    [
        .. executor.Queuing.Describe()
            .Where(static queue => queue.SubscribedActivityNames.Count > 0 && InvariantText.Of(queue.QueueName) is { Length: > 0 })
            .Select(queue => new SavedBookmark
            {
                Name = InvariantText.Of(queue.QueueName)!,
                OwnerDisplayName = queue.SubscribedActivityNames[0] is { Length: > 0 } owner ? owner : root.QualifiedName
            })
            .DistinctBy(static bookmark => bookmark.Name),
    ];

    private static TimeSpan? DueIn(ActivityExecutor executor, Activity root) =>
        FirstTimer(root) is { } first && first.Ticks != DateTime.MaxValue.Ticks ? first - executor.Host.Time.GetUtcNow().UtcDateTime : null;

    private static DateTime? FirstTimer(Activity root) =>
        ((TimerEventSubscriptionCollection?)root.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty))?.Peek()?.ExpiresAt;

    private static Dictionary<XName, object?> ValuesOf(Activity root, WorkflowStatus status, DateTime? due, IEnumerable<string> promoted)
    {
        Dictionary<XName, object?> values = new() { [Status] = status.ToString() };
        if (due is not null)
        {
            values.Add(Properties + "TimerExpirationTime", due);
        }

        if (SavedStatus.InfoOf(root) is { } info)
        {
            values.Add(Properties + (status == WorkflowStatus.Suspended ? "SuspendReason" : "Exception"), info);
        }

        foreach (string name in promoted)
        {
            if (root.GetType().GetProperty(name) is { CanRead: true } property && property.GetIndexParameters().Length == 0)
            {
                values[Variables + name] = PlainOf(property.GetValue(root));
            }
        }

        return values;
    }

    /// <summary>Returns a value that a query can compare; any other value is converted to text.</summary>
    private static object? PlainOf(object? value)
    {
        bool isPlain = value is null or string or bool or char or sbyte or byte or short or ushort or int or uint or long or ulong or float or double or decimal
            or Guid or DateTime or DateTimeOffset or DateOnly or TimeOnly or TimeSpan or Uri or byte[];
        return isPlain ? value : InvariantText.Of(value);
    }
}
