using System;
using System.IO;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>
/// A persistence service of the application, which stores each instance in a file. It serves one process, and writes files outside of transactions.
/// </summary>
public class FolderPersistenceService : WorkflowPersistenceService
{
    private readonly string _folder;

    public FolderPersistenceService(string folder)
    {
        _folder = folder;
    }

    /// <summary>The due time of the next timer of the instance that was saved last; null if it has no timer.</summary>
    public DateTime? NextTimer { get; private set; }

    protected override void SaveWorkflowInstanceState(Activity rootActivity, bool unlock)
    {
        Guid id = (Guid)rootActivity.GetValue(Activity.ActivityContextGuidProperty);
        WorkflowStatus status = GetWorkflowStatus(rootActivity);
        TimerEventSubscriptionCollection timers =
            (TimerEventSubscriptionCollection)rootActivity.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty);
        TimerEventSubscription first = timers == null ? null : timers.Peek();
        NextTimer = first == null ? (DateTime?)null : first.ExpiresAt;
        if (status == WorkflowStatus.Completed || status == WorkflowStatus.Terminated)
        {
            File.Delete(FileOf(id));
        }
        else
        {
            File.WriteAllBytes(FileOf(id), GetDefaultSerializedForm(rootActivity));
        }
    }

    protected override Activity LoadWorkflowInstanceState(Guid instanceId)
    {
        return RestoreFromDefaultSerializedForm(File.ReadAllBytes(FileOf(instanceId)), null);
    }

    protected override void UnlockWorkflowInstanceState(Activity rootActivity)
    {
    }

    protected override void SaveCompletedContextActivity(Activity activity)
    {
        Guid scopeId = (Guid)activity.GetValue(Activity.ActivityContextGuidProperty);
        File.WriteAllBytes(FileOf(scopeId), GetDefaultSerializedForm(activity));
    }

    protected override Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity)
    {
        return RestoreFromDefaultSerializedForm(File.ReadAllBytes(FileOf(scopeId)), outerActivity);
    }

    protected override bool UnloadOnIdle(Activity activity)
    {
        return true;
    }

    private string FileOf(Guid id)
    {
        return Path.Combine(_folder, id.ToString("N") + ".instance");
    }
}
