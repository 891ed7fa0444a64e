using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>
/// Runs an activity whose effects can be undone, or made final, after it has completed: for example a booking that can be canceled, or a payment that can be
/// returned.
/// </summary>
/// <remarks>
/// <para>The result is a token, which is set when the body has completed. With the token, <see cref="Compensate"/> runs the compensation handler and
/// <see cref="Confirm"/> the confirmation handler. At the end of the workflow, all remaining activities are confirmed if the root is closed, or compensated if
/// the root is canceled; the activity that completed last comes first (rule 11.2).</para>
/// <para>On a cancel request, the activity cancels the body. If the body ends canceled, or faults and is canceled by a parent, the cancellation handler runs.
/// If the body closes in spite of the request, it is compensated. In both cases the activity is <see cref="ActivityInstanceState.Canceled"/> (rule 3.6).</para>
/// <para>Without a compensation or cancellation handler, the compensable activities inside the body are compensated instead. Activities that such a handler
/// does not compensate or confirm are confirmed after it, as after the confirmation handler (rule 11.4).</para>
/// <para>An exception that leaves a handler aborts the workflow (rule 11.7).</para>
/// </remarks>
public sealed class CompensableActivity : NativeActivity<CompensationToken>
{
    private static readonly StateKind[] Kinds = [CompensationUnit.Kind, CompensationToken.Kind, CompensationGroup.Kind, CompensationLedger.Kind];

    private readonly CompletionCallback _onBodyCompleted;
    private readonly BookmarkCallback _onBegun;
    private readonly BookmarkCallback _onCanceledEarly;
    private readonly BookmarkCallback _onUndone;

    /// <summary>Runs the handlers.</summary>
    private readonly CompensationParticipant _participant = new();

    /// <summary>The data that outlives this instance.</summary>
    private readonly Variable<CompensationUnit> _unit = new("unit");

    private NonNullCollection<Variable>? _variables;

    /// <summary>
    /// True if compensable activities are inside this one. They set the field when they are declared, which is later in a walk. The field is never reset,
    /// because instances of another root may be running.
    /// </summary>
    private bool _hasInner;

    /// <summary>Creates an activity; set <see cref="Body"/> and the handlers that it needs.</summary>
    public CompensableActivity()
    {
        _onBodyCompleted = OnBodyCompleted;
        _onBegun = OnBegun;
        _onCanceledEarly = OnCanceledEarly;
        _onUndone = OnUndone;
    }

    /// <summary>
    /// The variables of the body and the handlers; empty by default, never null, null items are not allowed. Handlers get the values that the variables have at
    /// the end of the body, separately for each instance.
    /// </summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>The activity to run; null, the default, if there is none.</summary>
    public Activity? Body { get; set; }

    /// <summary>The activity to run when the body is canceled. If null, the default, the compensable activities inside the body are compensated.</summary>
    public Activity? CancellationHandler { get; set; }

    /// <summary>The activity that undoes the completed body. If null, the default, the compensable activities inside the body are compensated.</summary>
    public Activity? CompensationHandler { get; set; }

    /// <summary>
    /// The activity that makes the completed body final; null, the default, if there is none. Afterwards, the compensable activities inside the body are
    /// confirmed.
    /// </summary>
    public Activity? ConfirmationHandler { get; set; }

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    /// <summary>Returns true for a handler, which runs independently of ancestors. Used in a walk.</summary>
    internal override bool RunsIndependently(Activity child) => child.Relation == ChildRelation.Child && !ReferenceEquals(child, Body);

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        CompensableActivity? around = CompensationRules.FindAround(this, out bool isInHandler);
        if (around is not null)
        {
            around._hasInner = true;
        }

        if (isInHandler)
        {
            metadata.AddValidationError(
                $"'{DisplayName}' is inside a handler of another compensable activity, where nothing could compensate it; move it into the body.");
        }

        if (Enclosing(ActivityTraits.Transaction) is { } transaction)
        {
            metadata.AddValidationError(
                $"'{DisplayName}' is inside '{transaction.DisplayName}', which undoes its work by a transaction; move one of the two out of the other.");
        }

        metadata.AddChild(Body);
        metadata.AddChild(CompensationHandler);
        metadata.AddChild(ConfirmationHandler);
        metadata.AddChild(CancellationHandler);
        _participant.Serve(this);
        metadata.AddImplementationChild(_participant);
        metadata.AddImplementationVariable(_unit);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (CompensationLedger.Find(context) is { } ledger)
        {
            RunBody(context, ledger);
        }
        else
        {
            CompensationLedger.Create(context);
            context.ResumeBookmark(context.CreateBookmark(_onBegun), null);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context) => context.CancelChildren();

    /// <summary>Runs the body of the first compensable activity of a workflow, after the work that was queued before it (rule 11.1).</summary>
    private void OnBegun(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        RunBody(context, CompensationLedger.Find(context)!);
        if (context.IsCancellationRequested)
        {
            // Cancellation was requested before the body was scheduled, so the body is canceled now: work that it does without waiting is compensated, and it
            // cannot wait.
            context.ResumeBookmark(context.CreateBookmark(_onCanceledEarly, BookmarkOptions.NonBlocking), null);
        }
    }

    private void OnCanceledEarly(NativeActivityContext context, Bookmark bookmark, object? value) => context.CancelChildren();

    private void RunBody(NativeActivityContext context, CompensationLedger ledger)
    {
        CompensationGroup group = context.Properties.Find(CompensationToken.PropertyName) is CompensationToken outer ? outer.Unit.Inner : ledger.Outermost;
        CompensationUnit unit = new(ledger, group, _participant);
        _unit.Set(context, unit);
        if (Body is null)
        {
            Settle(context, hasClosed: true);
            return;
        }

        if (_hasInner)
        {
            context.Properties.Add(CompensationToken.PropertyName, unit.Token);
        }

        context.ScheduleActivity(Body, _onBodyCompleted);
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) =>
        Settle(context, completedInstance.State == ActivityInstanceState.Closed);

    private void Settle(NativeActivityContext context, bool hasClosed)
    {
        CompensationUnit unit = _unit.Get(context);
        unit.Keep(context.CaptureEnvironment());
        CompensationState? work = CompensationState.Canceling;
        if (hasClosed)
        {
            unit.Complete();
            context.SetValue(Result, unit.Token);
            work = context.IsCancellationRequested ? CompensationState.Compensating : null;
        }

        if (work is { } toDo && unit.Run(context, toDo, _onUndone))
        {
            return;
        }

        if (work is not null)
        {
            End(context);
        }

        // The activity completes after all queued work, as it does after a handler (rule 11.1).
        context.ResumeBookmark(context.CreateBookmark(), null);
    }

    private void OnUndone(NativeActivityContext context, Bookmark bookmark, object? value) => End(context);

    /// <summary>
    /// Marks the activity as canceled after a cancel request. Without a request, the body faulted and a parent of the application handled the fault without
    /// canceling the activity.
    /// </summary>
    private static void End(NativeActivityContext context)
    {
        if (context.IsCancellationRequested)
        {
            context.MarkCanceled();
        }
    }
}
