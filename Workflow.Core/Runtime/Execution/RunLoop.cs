using System.Runtime.CompilerServices;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Runs the work items of one instance on one thread, one after the other. While no signal is raised, the inline layer (<see cref="InlineExecution"/>) runs the
/// work that follows from an item without the queue.
/// </summary>
internal sealed class RunLoop(
    RunContext run,
    WorkQueue queue,
    SignalProcessor signalProcessor,
    Dispatcher dispatcher,
    Completion completion,
    ItemEnd itemEnd,
    FaultPropagation faults,
    ThreadPropertyScope threadScope)
{
    /// <summary>The number of items that ran. An item whose instance does not execute any more is not counted.</summary>
    public long ItemCount { get; private set; }

    /// <summary>Runs the first item of an instance without the queue, and then the work that follows from it.</summary>
    public void RunFirst(Frame root)
    {
        queue.Enter();
        if (Episode.IsMonitored)
        {
            MonitoredRun.Of(run, queue, this, root);
        }
        else
        {
            RunItems(root);
        }
    }

    /// <summary>Runs until nothing is queued, a save blocks the instance, the host needs access to the instance, or the workflow has ended.</summary>
    public void Run()
    {
        queue.Enter();
        if (Episode.IsMonitored)
        {
            MonitoredRun.Of(run, queue, this, first: null);
        }
        else
        {
            RunItems(first: null);
        }
    }

    /// <summary>Runs items like <see cref="Run()"/>, without monitoring.</summary>
    public void RunUnmonitored()
    {
        queue.Enter();
        RunItems(first: null);
    }

    /// <summary>Runs the items of one episode.</summary>
    /// <param name="first">The root, whose first item is not queued; null if that item has run.</param>
    public void RunItems(Frame? first)
    {
        if (first is not null)
        {
            if (TryStart(first))
            {
                // A request that was raised meanwhile is processed in the queue loop, also if the root has completed.
                if (run.State.HasEnded && queue.Signals == Signals.None)
                {
                    return;
                }
            }
            else
            {
                ExecuteFirst(first);
            }
        }

        RunQueue();
    }

    // Not inlined, because its item would be cleared on the stack at the start of each invocation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ExecuteFirst(Frame root) => Execute(new WorkItem(WorkKind.Execute, root));

    private void RunQueue()
    {
        while (true)
        {
            // Before the check for the end: requests of the last item, such as the delivery of its records, are processed even if the item has completed the
            // instance.
            if ((queue.Signals & ~Signals.Lasting) != 0 && !signalProcessor.ProcessSignals())
            {
                return;
            }

            if (run.State.HasEnded)
            {
                return;
            }

            if (queue.IsEmpty)
            {
                if (!signalProcessor.FindIdleWork())
                {
                    return;
                }

                continue;
            }

            WorkItem item = queue.PopFront();

            // The activity instance was torn down while the item waited, and its frame may serve another instance now.
            if (item.InstanceNumber != item.Frame.InstanceNumber)
            {
                continue;
            }

            if ((queue.Signals & Signals.ThreadProperties) == 0)
            {
                Execute(item);
            }
            else
            {
                ExecuteWithThreadProperties(item);
            }
        }
    }

    /// <summary>Runs one item, and the work that the inline layer runs directly after it.</summary>
    private void Execute(in WorkItem item)
    {
        bool isCompletion = item.Kind == WorkKind.Complete;
        Frame frame = isCompletion ? item.Frame.Parent! : item.Frame;
        if (frame.IsCompleted)
        {
            return;
        }

        if (item.Kind == WorkKind.Execute && TryStart(frame))
        {
            return;
        }

        ItemCount++;
        try
        {
            if (!Run(item, frame))
            {
                return;
            }

            // Checked after the item and not before it: signals that the item or another thread has raised determine where the item ends.
            if (queue.Signals != Signals.None)
            {
                itemEnd.CompleteItem(frame);
                return;
            }
        }
        catch (Exception exception)
        {
            // The fault model of the workflow handles every exception of an activity.
            faults.Raise(frame, exception);
            return;
        }

        run.Inline.Continue(frame);
    }

    /// <summary>Runs the item that starts an activity instance in the inline layer. Returns false if a signal is raised.</summary>
    private bool TryStart(Frame frame)
    {
        if (queue.Signals != Signals.None)
        {
            return false;
        }

        ItemCount++;
        run.Inline.Start(frame);
        return true;
    }

    /// <summary>Runs any item. Returns false if its instance does not execute any more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Run(in WorkItem item, Frame frame)
    {
        if (item.Kind != WorkKind.Complete)
        {
            return dispatcher.Run(item);
        }

        completion.Return(frame, item.Frame);
        return true;
    }

    /// <summary>
    /// Runs one item between the set-up and the clean-up of execution properties. An item that runs no code of an activity needs neither (rule 9.3).
    /// </summary>
    private void ExecuteWithThreadProperties(in WorkItem item)
    {
        bool isCompletion = item.Kind == WorkKind.Complete;
        Frame frame = isCompletion ? item.Frame.Parent! : item.Frame;
        if (frame.IsCompleted || Dispatcher.IsEmpty(item))
        {
            Execute(item);
            return;
        }

        ItemCount++;
        Exception? thrown = null;
        bool hasRun = false;
        try
        {
            hasRun = threadScope.Open(frame) && Run(item, frame);
        }
        catch (Exception exception)
        {
            // Raised after the clean-up, which precedes any tear-down (rule 6.8).
            thrown = exception;
        }

        // Before the item ends, in any case, because the work that follows may run items of other scopes.
        threadScope.Close();
        if (thrown is not null)
        {
            faults.Raise(frame, thrown);
        }
        else if (hasRun)
        {
            itemEnd.CompleteItem(frame);
        }
    }
}
