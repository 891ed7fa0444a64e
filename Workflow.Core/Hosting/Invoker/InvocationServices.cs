using Workflow.Foundation;
using Workflow.Persistence;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>The extensions of an invocation, with the participants among them that save and track (rules 14.1, 15.1 and 17.1).</summary>
/// <remarks>
/// A mutable struct; it must be a field. Only the owner of the turn may use it, except for <see cref="Find"/> and <see cref="Abort"/>, which are
/// thread-safe.
/// </remarks>
internal struct InvocationServices
{
    /// <summary>The extensions; null if there are none.</summary>
    private ExtensionSet? _extensions;
    private ParticipantSaver? _saver;
    private InvocationReports? _reports;

    /// <summary>Creates the extensions of a run, and begins to report.</summary>
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

    /// <summary>Saves the values of the participants. An invocation never uses a store (rule 17.1).</summary>
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

    /// <summary>Reports that the instance has become idle; returns false if there is nothing to report.</summary>
    public readonly bool ReportIdle() => _reports?.ReportIdle() == true;

    /// <summary>Cancels the save or the delivery of records that the instance waits for. Thread-safe.</summary>
    public readonly void Abort(Exception reason)
    {
        try
        {
            _saver?.Abort(reason);
            _reports?.GiveUp();
        }
        catch (AggregateException)
        {
            // Callbacks of a token threw. The thread belongs to the clock, which must not get their exceptions.
        }
    }

    /// <summary>Ends the reports, and disposes the extensions that factories created.</summary>
    public readonly void Dispose()
    {
        _reports?.Close();
        _extensions?.Dispose();
    }

    private static Task SaveAsync(ParticipantSaver saver, InvocationReports? reports, WorkflowExecutor executor) =>
        reports?.SaveAsync(saver) ?? saver.SaveAsync(MappedVariables.Of(executor.State));

    // Separate methods: a closure is allocated at the entry of its method, even in a run that does not need it.
    private static Task SaveOutside(ParticipantSaver saver, InvocationReports? reports, WorkflowExecutor executor) =>
        OutsideContext.Run(() => SaveAsync(saver, reports, executor));

    private static Task EndOutside(InvocationReports reports, ParticipantSaver? saver) => OutsideContext.Run(() => reports.EndAsync(saver));
}
