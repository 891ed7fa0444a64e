using Workflow.Foundation;
using Workflow.Persistence;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>The extensions of an invocation, and the participants among them that save and track (rules 14.1, 15.1 and 17.1).</summary>
/// <remarks>A field that is changed in place. For the owner of the turn; <see cref="Find"/> and <see cref="Abort"/> are safe from any thread.</remarks>
internal struct InvocationServices
{
    /// <summary>Null when there are none.</summary>
    private ExtensionSet? _extensions;
    private ParticipantSaver? _saver;
    private InvocationReports? _reports;

    /// <summary>Makes the extensions of one run, and begins to report.</summary>
    public void Create(Invocation invocation, WorkflowExecutor executor, WorkflowInstanceExtensionManager? manager)
    {
        if (manager is null or { IsEmpty: true } && !executor.Program.UsesExtensions)
        {
            return;
        }

        _extensions = ExtensionSet.Create(executor.Program, manager);
        if (_extensions.HasInstanceExtensions)
        {
            _extensions.SetInstance(new InvocationProxy(invocation));
        }

        PersistenceParticipant[] participants = _extensions.FindAll<PersistenceParticipant>();
        if (participants.Length > 0)
        {
            _saver = new ParticipantSaver(participants);
        }

        _reports = InvocationReports.Create(executor, _extensions, invocation);
    }

    public readonly object? Find(Type type) => _extensions?.Find(type);

    /// <summary>Saves. No store is ever used, but participants save (rule 17.1).</summary>
    public readonly Task SaveAsync(Invocation invocation, WorkflowExecutor executor)
    {
        if (_saver is null)
        {
            return Task.CompletedTask;
        }

        return OutsideContext.IsNeeded && invocation.BlocksCaller ? SaveOutside(_saver, _reports, executor) : SaveAsync(_saver, _reports, executor);
    }

    /// <summary>Reports the end, and saves; an aborted instance is not saved (rule 6).</summary>
    public readonly Task EndAsync(Invocation invocation, WorkflowExecutor executor)
    {
        if (_reports is null)
        {
            return executor.State.Outcome == ExecutionOutcome.Aborted ? Task.CompletedTask : SaveAsync(invocation, executor);
        }

        return OutsideContext.IsNeeded && invocation.BlocksCaller ? EndOutside(_reports, _saver) : _reports.EndAsync(_saver);
    }

    /// <summary>Reports that the instance is idle, when it has just become so; false when there is nothing to report.</summary>
    public readonly bool ReportIdle() => _reports?.ReportIdle() == true;

    /// <summary>Gives up what the instance stands still for. Safe from any thread.</summary>
    public readonly void Abort(Exception reason)
    {
        try
        {
            _saver?.Abort(reason);
            _reports?.GiveUp();
        }
        catch (AggregateException)
        {
            // Callbacks of a token threw. This is the clock's thread, which must not get their exceptions.
        }
    }

    /// <summary>Ends the reports, and disposes what factories made.</summary>
    public readonly void Dispose()
    {
        _reports?.Close();
        _extensions?.Dispose();
    }

    private static Task SaveAsync(ParticipantSaver saver, InvocationReports? reports, WorkflowExecutor executor) =>
        reports?.SaveAsync(saver) ?? saver.SaveAsync(MappedVariables.Of(executor.State));

    // Methods of their own: a closure is allocated at the entry of the method that it is in, also by a run that does not need it.
    private static Task SaveOutside(ParticipantSaver saver, InvocationReports? reports, WorkflowExecutor executor) =>
        OutsideContext.Run(() => SaveAsync(saver, reports, executor));

    private static Task EndOutside(InvocationReports reports, ParticipantSaver? saver) => OutsideContext.Run(() => reports.EndAsync(saver));
}
