using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Ports;

/// <summary>The port through which contexts call the engine; its parts do the work. Calls from a thread that does not run the instance are refused.</summary>
internal sealed class ContextPort(
    RunContext run,
    WorkQueue queue,
    Scheduler scheduler,
    Cancellation cancellation,
    Teardown teardown,
    FaultPropagation faults,
    TerminationRequests ends,
    ExecutionBookmarks bookmarks,
    ExecutionScopes scopes) : InstancePort(bookmarks, scopes, queue.Items)
{
    public override InstanceServices Services => run.Host;

    public override ActivityInstance Schedule(
        ActivityInstance parent,
        Activity activity,
        CompletionKind kind,
        Delegate? onCompleted,
        FaultCallback? onFaulted,
        IDictionary<string, object?>? overrides) => scheduler.Schedule(queue.Running(parent), activity, kind, onCompleted, onFaulted, overrides);

    public override ActivityInstance ScheduleDelegate(
        ActivityInstance parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted) =>
        scheduler.ScheduleDelegate(queue.Running(parent), activityDelegate, kind, onCompleted, onFaulted);

    public override void Track(ActivityInstance instance, CustomTrackingRecord record) => run.Reporter?.Activities.Tracked(queue.Running(instance), record);

    public override void BeginDefaultCancellation(ActivityInstance instance) => cancellation.BeginDefault(queue.Running(instance));

    public override void CancelChildren(ActivityInstance parent) => cancellation.RequestChildren(queue.Running(parent));

    public override void CancelChild(ActivityInstance parent, ActivityInstance child)
    {
        Frame frame = ChildOf(parent, child);
        queue.Flush((Frame)parent);
        cancellation.Request(frame);
    }

    public override IReadOnlyList<ActivityInstance> GetChildren(ActivityInstance parent)
    {
        List<Frame> children = FrameTree.ActiveChildren(queue.Running(parent));
        if ((((Frame)parent).Plan.Flags & PlanFlags.IsShipped) == 0)
        {
            children.ForEach(child => child.Flags |= InstanceFlags.IsExposed);
        }

        return children;
    }

    public override void AbortChild(ActivityInstance parent, ActivityInstance child, Exception? reason)
    {
        Frame frame = ChildOf(parent, child);
        if (!frame.IsCompleted)
        {
            queue.Flush((Frame)parent);
            teardown.Abort(frame, reason);
            queue.PushFront(new WorkItem(WorkKind.Complete, frame));
        }
    }

    public override void MarkCanceled(ActivityInstance instance) => Cancellation.Mark(queue.Running(instance));

    public override void Fault(Exception exception) => faults.HandOver(exception);

    public override void Rethrow(Exception exception, Activity source, long sourceInstance) => faults.HandOver(exception, source, sourceInstance);

    public override void Abort(Exception? reason)
    {
        queue.CheckThread();
        ends.RequestAbort(reason);
    }

    public override void Terminate(Exception reason)
    {
        queue.CheckThread();
        ends.RequestTermination(reason, isUnhandled: false);
    }

    private Frame ChildOf(ActivityInstance parent, ActivityInstance child)
    {
        queue.CheckThread();
        Frame frame = (Frame)child;
        return frame.IsCompleted || ReferenceEquals(frame.Parent, parent)
            ? frame
            : throw new InvalidOperationException(
                $"'{child.Activity.DisplayName}' is not a direct child of '{parent.Activity.DisplayName}', which can cancel and abort only its own children.");
    }
}
