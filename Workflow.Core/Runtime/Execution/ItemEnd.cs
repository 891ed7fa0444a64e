using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>Ends an item, and queues the work that follows from it.</summary>
internal sealed class ItemEnd(RunContext run, WorkQueue queue, Completion completion, FaultPropagation faults)
{
    public void CompleteItem(Frame frame)
    {
        if ((queue.Signals & Signals.Fault) != 0)
        {
            queue.Lower(Signals.Fault);
            faults.Raise(frame, faults.TakeHandedOver());
            return;
        }

        queue.Flush(frame);
        if (frame.Has(InstanceFlags.IsStepping) && frame.ChildCount == 0)
        {
            // The inline layer began this activity before a signal was raised. The activity's own methods would have scheduled the next child in this item, and
            // an instance that is saved between two items always has the child that runs.
            run.Inline.ScheduleNext(frame);
            queue.Flush(frame);
        }

        completion.Evaluate(frame);
    }
}
