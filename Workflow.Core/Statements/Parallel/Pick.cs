using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Waits for several things at once, and goes on with the one that comes first.</summary>
/// <remarks>
/// <para>The triggers of all branches start in the order of the list (rule 1.3). The first to close wins: the other branches are canceled, and when all of
/// them have ended, the action of the winner runs. Triggers that close without waiting all run before that; the first in the list wins (rule 18).</para>
/// <para>A trigger that ends canceled or faulted does not win; when no branch is left the activity is <see cref="ActivityInstanceState.Closed"/>.
/// Asked to cancel, it cancels its branches: it ends <see cref="ActivityInstanceState.Canceled"/> unless a trigger had won before (rule 3.6).</para>
/// </remarks>
public sealed class Pick : NativeActivity
{
    private static readonly StateKind[] Kinds = [PickedBranch.Kind];

    private readonly CompletionCallback _onBranchCompleted;
    private readonly BookmarkCallback _onDecided;

    /// <summary>What the first trigger to close resumes.</summary>
    private readonly Variable<Bookmark?> _decision = new();

    /// <summary>Where the winner waits to run its action; null while nobody has won.</summary>
    private readonly Variable<Bookmark?> _action = new();

    private NonNullCollection<PickBranch>? _branches;

    /// <summary>The branches as the definition was frozen (rule 12.3).</summary>
    private PickBranchBody[] _bodies = [];

    /// <summary>Creates an activity without branches, which completes at once.</summary>
    public Pick()
    {
        _onBranchCompleted = OnBranchCompleted;
        _onDecided = OnDecided;
    }

    /// <summary>What is waited for; empty by default, never null, takes no null.</summary>
    public Collection<PickBranch> Branches => _branches ??= [];

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    internal override IEnumerable<(string Place, Activity Child)> NamedPlaces() => _bodies.Select(static (body, i) => ($"{nameof(Branches)}[{i}]", (Activity)body));

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        ReadOnlySpan<PickBranch> branches = NonNullCollection.ElementsOf(_branches);
        PickBranchBody[] bodies = new PickBranchBody[branches.Length];
        for (int i = 0; i < bodies.Length; i++)
        {
            bodies[i] = new PickBranchBody(branches[i], i, context => _decision.Get(context)!);
            metadata.AddChild(bodies[i], branches[i]);
        }

        _bodies = bodies;
        metadata.AddImplementationVariable(_decision);
        metadata.AddImplementationVariable(_action);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        // It does not block: when every branch has ended without a winner, there is nothing left to wait for.
        _decision.Set(context, context.CreateBookmark(_onDecided, BookmarkOptions.NonBlocking));

        // What is scheduled last runs first (rule 1.2).
        for (int i = _bodies.Length - 1; i >= 0; i--)
        {
            context.ScheduleActivity(_bodies[i], _onBranchCompleted);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        context.CancelChildren();
        if (context.RemoveBookmark(_decision.Get(context)!))
        {
            // It was still there: nobody has won, and nobody can any more.
            context.MarkCanceled();
        }
    }

    /// <summary>Runs behind everything that is queued, so after all triggers that close without waiting (rule 8.3).</summary>
    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        PickedBranch picked = (PickedBranch)value!;
        _action.Set(context, picked.Action);
        bool isAlone = true;
        foreach (ActivityInstance branch in context.GetChildren())
        {
            if (!ReferenceEquals(branch.Activity, _bodies[picked.Index]))
            {
                isAlone = false;
                context.CancelChild(branch);
            }
        }

        if (isAlone)
        {
            context.ResumeBookmark(picked.Action, null);
        }
    }

    private void OnBranchCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        // When the last loser has ended the winner goes on. If it is gone too, canceled from above, so is its bookmark.
        if (_action.Get(context) is { } action && context.GetChildren().Count == 1)
        {
            context.ResumeBookmark(action, null);
        }
    }
}
