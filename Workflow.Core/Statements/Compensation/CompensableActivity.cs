using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs an activity whose effects can be undone, or made final, after it has completed: a booking that can be canceled, a payment that can be returned.</summary>
/// <remarks>
/// <para>When the body has completed the result is a token. With it <see cref="Compensate"/> runs the compensation handler and <see cref="Confirm"/> the confirmation
/// handler. What neither of them was pointed at is seen to at the end of the workflow: confirmed if the root is closed, compensated if it is
/// canceled, the one that completed last first (rule 11.2).</para>
/// <para>Asked to cancel, it cancels the body. A body that ends canceled, or fails and is canceled for that, is followed by the cancellation handler; one that closes all
/// the same by compensation. Either way the activity is <see cref="ActivityInstanceState.Canceled"/> (rule 3.6).</para>
/// <para>Without a compensation or cancellation handler, the compensable activities inside the body are compensated instead; those that such a handler left open are
/// confirmed after it, as after the confirmation handler (rule 11.4).</para>
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

    /// <summary>What outlives this instance.</summary>
    private readonly Variable<CompensationUnit> _unit = new("unit");

    private NonNullCollection<Variable>? _variables;

    /// <summary>
    /// Others are inside and look for this one; set by them, whose metadata comes later in a walk. Never taken back: runs of another root may be under way.
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

    /// <summary>The variables that body and handlers see; empty by default, never null, takes no null. Handlers find the values that the body left, for each run its own.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>What runs; null, the default: nothing, and the activity completes at once.</summary>
    public Activity? Body { get; set; }

    /// <summary>What runs when the body is canceled; null, the default: the compensable activities inside the body are compensated.</summary>
    public Activity? CancellationHandler { get; set; }

    /// <summary>What undoes the completed body; null, the default: the compensable activities inside the body are compensated.</summary>
    public Activity? CompensationHandler { get; set; }

    /// <summary>What makes the completed body final; null, the default: nothing. Afterwards the compensable activities inside the body are confirmed.</summary>
    public Activity? ConfirmationHandler { get; set; }

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    /// <summary>The handlers do; in a walk, where it is asked.</summary>
    internal override bool RunsApart(Activity child) => child.Relation == ChildRelation.Child && !ReferenceEquals(child, Body);

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

    /// <summary>The first one of a workflow runs behind what was queued before it (rule 11.1).</summary>
    private void OnBegun(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        RunBody(context, CompensationLedger.Find(context)!);
        if (context.IsCancellationRequested)
        {
            // The request came when there was no body to pass it on to. Now there is: what it does without waiting is compensated, and it waits for nothing.
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

        // It completes behind what is queued, as it does after a handler (rule 11.1).
        context.ResumeBookmark(context.CreateBookmark(), null);
    }

    private void OnUndone(NativeActivityContext context, Bookmark bookmark, object? value) => End(context);

    /// <summary>A body that failed and was not canceled for it, because a parent of the author's own handled that, has not been canceled.</summary>
    private static void End(NativeActivityContext context)
    {
        if (context.IsCancellationRequested)
        {
            context.MarkCanceled();
        }
    }
}
