using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs an activity, handles exceptions that leave it, and then runs <see cref="Finally"/>, unless an exception leaves this activity.</summary>
/// <remarks>
/// <para>An exception cancels the rest of <see cref="Try"/>. When the rest has ended, the catch of exactly the exception's type runs, or else the catch of its
/// most derived base type, and then <see cref="Finally"/>. An exception that no catch handles, or that leaves a catch, propagates further;
/// <see cref="Finally"/> then runs only if another activity later cancels this one. It never runs on termination or abort (rule 5.6).</para>
/// <para>A cancel request cancels <see cref="Try"/> only; a catch and <see cref="Finally"/> run to their end. The activity ends
/// <see cref="ActivityInstanceState.Canceled"/> unless an exception was caught and its catch closed (rule 3.6).</para>
/// <para>If the host has an <see cref="ExceptionPersistenceExtension"/> with <see cref="ExceptionPersistenceExtension.PersistExceptions"/> false, the workflow
/// is not saved from a caught exception to the end of this activity (rule 5.7).</para>
/// </remarks>
public sealed class TryCatch : NativeActivity, IDiagramSource
{
    private static readonly StateKind[] Kinds = [CaughtFault.Kind];

    private readonly CompletionCallback _onTryCompleted;
    private readonly FaultCallback _onTryFaulted;
    private readonly CompletionCallback _onCatchCompleted;
    private readonly CompletionCallback _onFinallyCompleted;
    private readonly FaultCallback _onShieldedFaulted;

    /// <summary>The caught exception, from the exception until its catch has ended; null at any other time.</summary>
    private readonly Variable<CaughtFault?> _caught = new("caught");

    /// <summary>True after an exception with a matching catch; false again if the catch does not close.</summary>
    private readonly Variable<bool> _isHandled = new("isHandled");

    /// <summary>True while a catch or the finally runs, which a cancel request does not cancel.</summary>
    private readonly Variable<bool> _isShielded = new("isShielded");

    private readonly CatchCollection _catches = [];
    private NonNullCollection<Variable>? _variables;

    /// <summary>Creates an activity without parts; set <see cref="Try"/>, and <see cref="Catches"/> or <see cref="Finally"/>.</summary>
    public TryCatch()
    {
        _onTryCompleted = OnTryCompleted;
        _onTryFaulted = OnTryFaulted;
        _onCatchCompleted = OnCatchCompleted;
        _onFinallyCompleted = OnFinallyCompleted;
        _onShieldedFaulted = OnShieldedFaulted;
    }

    /// <summary>The variables of all parts; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>The activity to run. If null, the default, only <see cref="Finally"/> runs.</summary>
    public Activity? Try { get; set; }

    /// <summary>The catches; empty by default, never null. Null items are not allowed, and only one catch for each type.</summary>
    public Collection<Catch> Catches => _catches;

    /// <summary>The activity to run at the end; null, the default, if there is none. Without it there must be a catch.</summary>
    public Activity? Finally { get; set; }

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        DiagramNode? body = Try is null ? null : diagram.Add(Try);
        DiagramNode? end = Finally is null ? null : diagram.Add(Finally);
        Connect(diagram, body, end, null);
        foreach (Catch handler in _catches)
        {
            DiagramNode? caught = handler.Handler?.Handler is { } activity ? diagram.Add(activity) : null;
            Connect(diagram, body, caught, handler.ExceptionType.Name);
            Connect(diagram, caught, end, null);
        }
    }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        if (_catches.Count == 0 && Finally is null)
        {
            metadata.AddValidationError($"'{DisplayName}' neither catches an exception nor has a Finally; add a catch or set its Finally.");
        }

        metadata.AddChild(Try);
        metadata.AddChild(Finally);
        for (int i = 0; i < _catches.Count; i++)
        {
            metadata.AddDelegate(_catches[i].Handler);
        }

        metadata.AddImplementationVariable(_caught);
        metadata.AddImplementationVariable(_isHandled);
        metadata.AddImplementationVariable(_isShielded);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (Try is null)
        {
            RunFinally(context);
        }
        else
        {
            context.ScheduleActivity(Try, _onTryCompleted, _onTryFaulted);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        if (!_isShielded.Get(context))
        {
            context.CancelChildren();
        }
    }

    private static void Connect(ActivityDiagram diagram, DiagramNode? from, DiagramNode? to, string? label)
    {
        if (from is not null && to is not null)
        {
            diagram.Connect(from, to, label);
        }
    }

    private void OnTryFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        // Without a match, the Try is not canceled: the exception propagates, and the activity that handles the exception decides about the Try.
        if (_catches.Find(propagatedException) is not null)
        {
            faultContext.HandleFault();
            faultContext.StayUnsaved();
            _caught.Set(faultContext, new CaughtFault(propagatedException, faultContext.Source.Activity, faultContext.Source.InstanceNumber));
            faultContext.CancelChildren();
        }
    }

    private void OnTryCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (_caught.Get(context) is not { } caught)
        {
            RunFinally(context);
            return;
        }

        _isHandled.Set(context, true);
        Catch handler = _catches.Find(caught.Exception)!;
        if (handler.Handler is null)
        {
            EndCatch(context);
        }
        else
        {
            _isShielded.Set(context, true);
            handler.Schedule(context, caught.Exception, _onCatchCompleted, _onShieldedFaulted);
        }
    }

    private void OnCatchCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State != ActivityInstanceState.Closed)
        {
            _isHandled.Set(context, false);
        }

        EndCatch(context);
    }

    private void EndCatch(NativeActivityContext context)
    {
        _caught.Set(context, null);
        RunFinally(context);
    }

    private void RunFinally(NativeActivityContext context)
    {
        if (Finally is null)
        {
            End(context);
        }
        else
        {
            _isShielded.Set(context, true);
            context.ScheduleActivity(Finally, _onFinallyCompleted, _onShieldedFaulted);
        }
    }

    private void OnFinallyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => End(context);

    private void End(NativeActivityContext context)
    {
        if (context.IsCancellationRequested && !_isHandled.Get(context))
        {
            context.MarkCanceled();
        }
    }

    /// <summary>
    /// Called when an exception leaves this activity. The activity that handles the exception cancels the rest, and that request must reach the children.
    /// </summary>
    private void OnShieldedFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom) =>
        _isShielded.Set(faultContext, false);
}
