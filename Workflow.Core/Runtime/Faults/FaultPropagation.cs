using Workflow.Definition;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Faults;

/// <summary>Propagates an exception from its source up to a fault callback, or out of the workflow (rule 5).</summary>
internal sealed class FaultPropagation(
    RunContext run,
    WorkQueue queue,
    EvaluationContexts evaluations,
    Teardown teardown,
    NoPersistZones noPersist,
    ThreadPropertyScope threadScope,
    TerminationRequests ends)
{
    private Exception? _handedOver;

    /// <summary>The first source of the exception that is handed over; null if it is the activity that hands the exception over.</summary>
    private Frame? _firstSource;

    /// <summary>Takes the exception with which the running item ends, instead of a throw.</summary>
    public void HandOver(Exception exception)
    {
        _handedOver = exception;
        queue.Raise(Signals.Fault);
    }

    /// <summary>Takes an exception that was caught before. Its first source remains the reported source (rule 5.6).</summary>
    public void HandOver(Exception exception, Activity source, long sourceInstance)
    {
        _firstSource = new Frame(run.State)
        {
            Number = source.Number,
            InstanceNumber = sourceInstance,
            Flags = InstanceFlags.IsExposed,
            Stage = InstanceStage.Completed,
            CurrentState = ActivityInstanceState.Faulted,
        };
        HandOver(exception);
    }

    public Exception TakeHandedOver()
    {
        Exception exception = _handedOver!;
        _handedOver = null;
        return exception;
    }

    /// <summary>Processes the exception with which an item of the source ended (rule 5.1).</summary>
    public void Raise(Frame source, Exception exception)
    {
        if ((queue.Signals & Signals.Fault) != 0)
        {
            queue.Lower(Signals.Fault);
        }

        // A child that the failed item scheduled is queued first, so that the teardown finds it among the children.
        queue.Flush(source);

        // Closed before code of the application runs again, because a context is valid only until its item ends (rule 1.11).
        source.CloseContexts();
        evaluations.Close();
        if (source.Has(InstanceFlags.IsInlineFrame))
        {
            run.Inline.Materialize(source);
        }

        Frame reported = _firstSource ?? source;
        _firstSource = null;
        if ((queue.Signals & Signals.Abort) != 0)
        {
            // After a request to abort, an exception of the same method is ignored (rule 6.1).
            return;
        }

        // Determined before the teardown, which ends a transaction.
        bool abortsInstance = run.State.IsTransactionScope(source) && run.State.AbortsWithTransaction;
        if (!source.IsCompleted)
        {
            ClearResult(source);
            TearDown(source, exception);
        }

        if (abortsInstance)
        {
            ends.RequestAbort(exception);
        }

        Propagate(exception, reported, source);
    }

    /// <summary>Tears down the scope of a transaction because an exception crosses it. This rolls the transaction back (rules 5.2 and 10.3).</summary>
    public void AbortScope(Frame scope, FaultReport report)
    {
        bool abortsInstance = run.State.AbortsWithTransaction;
        TearDown(scope, report.Exception);
        if (abortsInstance)
        {
            ends.RequestAbort(report.Exception);
        }

        Propagate(report.Exception, report.Source, scope);
    }

    /// <summary>
    /// Clears the result of a failed shipped expression, which may have failed before it set a result. The callback must not find the result of an earlier run
    /// (rule 4.13).
    /// </summary>
    private static void ClearResult(Frame source)
    {
        ActivityPlan plan = source.Plan;
        if (plan.Kind == ActivityKind.CodeWithResult && plan.ResultSlot >= 0 && (plan.Flags & PlanFlags.IsShipped) != 0)
        {
            source.Own!.Slots[plan.ResultSlot].Reset();
        }
    }

    /// <summary>Calls a fault callback in the context of its owner (rule 5.4).</summary>
    public void RunHandler(Frame owner, FaultReport report)
    {
        owner.PendingWork--;
        NativeActivityFaultContext context = new(owner, report.Source) { IsActive = true, IsUnsaved = report.IsUnsaved };

        try
        {
            report.Handler!(context, report.Exception, report.Carrier);
        }
        catch (Exception exception)
        {
            // The exception of a fault callback replaces the first exception. The thread is cleaned up before any tear-down (rule 6.8).
            context.IsActive = false;
            LeaveZone(owner, report);
            threadScope.Close();
            queue.Flush(owner);
            if ((queue.Signals & Signals.Abort) == 0)
            {
                ReplaceBy(exception, owner, report.Source);
            }

            return;
        }

        context.IsActive = false;
        LeaveZone(owner, report);
        if (!context.IsHandled)
        {
            queue.Flush(owner);
            Propagate(report.Exception, report.Source, owner);
        }
    }

    private void ReplaceBy(Exception exception, Frame owner, Frame source)
    {
        TearDown(owner, exception);
        Propagate(exception, source, owner);
    }

    /// <summary>
    /// Tears an instance down and queues the notification of its parent. Restores the cancel request, which the teardown of an asynchronous activity clears.
    /// </summary>
    private void TearDown(Frame frame, Exception exception)
    {
        bool wasCanceling = frame.IsCancellationRequested;
        teardown.Abort(frame, exception);
        frame.IsCancellationRequested = wasCanceling;
        if (frame.Parent is not null)
        {
            // Queued before the fault callback, which goes in front of it and so runs first, while the child is still linked.
            queue.PushFront(new WorkItem(WorkKind.Complete, frame));
        }
    }

    /// <summary>
    /// Checks one level after the other, beginning with <paramref name="from"/> (rule 5.2). In an instance that is about to be aborted, no fault callback runs
    /// any more, but participants receive records of the path of the exception (rule 5.8).
    /// </summary>
    public void Propagate(Exception exception, Frame source, Frame from)
    {
        for (Frame? frame = from; frame is not null; frame = frame.Parent)
        {
            if (run.State.IsTransactionScope(frame))
            {
                queue.PushFront(new WorkItem(WorkKind.AbortScope, frame, new FaultReport(exception, source, frame, null)));
                return;
            }

            if (frame.IsCancellationRequested)
            {
                ends.RequestAbort(new InvalidOperationException(
                    $"'{source.Activity.DisplayName}' failed while '{frame.Activity.DisplayName}' was being canceled, so the workflow is aborted.", exception));
                return;
            }

            if (frame.OnFaulted is { } handler)
            {
                // The owner of the callback may abort the child before the callback runs, and must not complete without it (rule 1.6).
                frame.Parent!.PendingWork++;
                bool isUnsaved = KeepsExceptionsUnsaved();
                if (isUnsaved)
                {
                    noPersist.Enter(frame.Parent);
                }

                run.Reporter?.Activities.FaultPropagated(source, frame.Parent, ReferenceEquals(source, from), exception);
                queue.PushFront(new WorkItem(WorkKind.Fault, frame.Parent, new FaultReport(exception, source, frame, handler, isUnsaved)));
                return;
            }
        }

        ReportUnhandled(exception, source, from);
    }

    private void ReportUnhandled(Exception exception, Frame source, Frame from)
    {
        if (run.Reporter is { } reporter)
        {
            reporter.Activities.FaultPropagated(source, null, ReferenceEquals(source, from), exception);
            if (!ends.IsRequested)
            {
                reporter.UnhandledException(source, exception);
            }
        }

        ends.ReportUnhandled(new UnhandledFault(exception, source.Activity, source.Id));
    }

    /// <summary>Returns true if the instance must not be saved while an exception propagates. Without a host there are no extensions and no saves.</summary>
    private bool KeepsExceptionsUnsaved() =>
        run.HasHost && run.Host.GetExtension(typeof(ExceptionPersistenceExtension)) is ExceptionPersistenceExtension { PersistExceptions: false };

    private void LeaveZone(Frame owner, FaultReport report)
    {
        if (report.IsUnsaved)
        {
            noPersist.Exit(owner);
        }
    }
}
