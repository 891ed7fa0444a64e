using Workflow.Definition;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Faults;

/// <summary>Carries an exception from its source up to a fault callback, or out of the workflow (rule 5).</summary>
internal sealed class FaultPropagation(
    RunContext run, WorkQueue queue, EvaluationContexts evaluations, Teardown teardown, NoPersistZones noPersist, ThreadPropertyScope threadScope, EndRequests ends)
{
    private Exception? _handedOver;

    /// <summary>Who threw the exception first that is handed over; null: who hands it over.</summary>
    private Frame? _firstSource;

    /// <summary>Takes an exception that the running item ends with, instead of a throw.</summary>
    public void HandOver(Exception exception)
    {
        _handedOver = exception;
        queue.Raise(Signals.Fault);
    }

    /// <summary>Takes an exception that was caught before; its first source stays the reported one (rule 5.6).</summary>
    public void HandOver(Exception exception, Activity source, long sourceInstance)
    {
        _firstSource = new Frame(run.State)
        {
            Number = source.Number,
            InstanceNumber = sourceInstance,
            Flags = InstanceFlags.Escaped,
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

    /// <summary>The item of the source ended with an exception (rule 5.1).</summary>
    public void Raise(Frame source, Exception exception)
    {
        if ((queue.Signals & Signals.Fault) != 0)
        {
            queue.Lower(Signals.Fault);
        }

        // A child scheduled by the item that failed is queued first, so that the teardown finds it among the children.
        queue.Flush(source);

        // Closed before anything of the application runs again: its context ends with the item (rule 1.11).
        source.CloseContexts();
        evaluations.Close();
        if (source.Has(InstanceFlags.IsLeaf))
        {
            run.Inline!.Promote(source);
        }

        Frame reported = _firstSource ?? source;
        _firstSource = null;
        if ((queue.Signals & Signals.Abort) != 0)
        {
            // After an abort was asked for, an exception from the same method says nothing new (rule 6.1).
            return;
        }

        // Asked before the teardown, which ends a transaction.
        bool abortsInstance = run.State.IsTransactionScope(source) && run.State.AbortsWithTransaction;
        if (!source.IsCompleted)
        {
            ForgetResult(source);
            TearDown(source, exception);
        }

        if (abortsInstance)
        {
            ends.RequestAbort(exception);
        }

        Propagate(exception, reported, source);
    }

    /// <summary>An exception crosses the scope of a transaction, which is rolled back with all that it isolates (rules 5.2 and 10.3).</summary>
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

    /// <summary>A shipped expression may run without touching its result; the callback must not find what an earlier run left there (rule 4.13).</summary>
    private static void ForgetResult(Frame source)
    {
        ActivityPlan plan = source.Plan;
        if (plan.Kind == ActivityKind.CodeWithResult && plan.ResultSlot >= 0 && (plan.Flags & PlanFlags.IsShipped) != 0)
        {
            source.Own!.Slots[plan.ResultSlot].Reset();
        }
    }

    /// <summary>Calls a fault callback in its owner's context (rule 5.4).</summary>
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
            // What a fault callback throws takes the place of the first exception. Its thread is cleaned up before any tear-down (rule 6.8).
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

    /// <summary>Tears an instance down and has its parent told; a cancel request stays noted, which an asynchronous activity's teardown takes back.</summary>
    private void TearDown(Frame frame, Exception exception)
    {
        bool wasCanceling = frame.IsCancellationRequested;
        teardown.Abort(frame, exception);
        frame.IsCancellationRequested = wasCanceling;
        if (frame.Parent is not null)
        {
            // Queued before the fault callback, which is pushed in front of it and so runs first, while the child is still linked.
            queue.PushFront(new WorkItem(WorkKind.Complete, frame));
        }
    }

    /// <summary>
    /// Asks level by level, beginning with <paramref name="from"/> (rule 5.2). In an instance that is about to be aborted no handler is asked any more, but
    /// participants are told where the exception goes (rule 5.8).
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
                // Its owner may abort the child before the callback had its turn, and must not complete without it (rule 1.6).
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

    /// <summary>Without a host there are no extensions and no saves.</summary>
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
