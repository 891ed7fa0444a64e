using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Waits for several events and continues with the first.</summary>
/// <remarks>
/// <para>The triggers of all branches start in the order of the list (rule 1.3). The first trigger to close wins: the other branches are canceled, and when all
/// of them have ended, the action of the winner runs. All triggers that close without waiting run before that, and the first in the list wins
/// (rule 18.6).</para>
/// <para>A trigger that ends canceled or faulted does not win. If no branch is left, the activity is <see cref="ActivityInstanceState.Closed"/>. On a cancel
/// request, the activity cancels its branches. It ends <see cref="ActivityInstanceState.Canceled"/> unless the winner and its action close (rule 3.6).</para>
/// </remarks>
public sealed class Pick : NativeActivity
{
    private static readonly StateKind[] Kinds = [PickRace.Kind];

    private readonly CompletionCallback _onBranchCompleted;
    private readonly BookmarkCallback _onDecided;

    private readonly Variable<PickRace> _race = new("race");

    private NonNullCollection<PickBranch>? _branches;

    /// <summary>The branches when the definition was frozen (rule 12.3).</summary>
    private PickBranchBody[] _bodies = [];

    /// <summary>Creates an activity without branches, which completes at once.</summary>
    public Pick()
    {
        _onBranchCompleted = OnBranchCompleted;
        _onDecided = OnDecided;
    }

    /// <summary>The branches; empty by default, never null, null items are not allowed.</summary>
    public Collection<PickBranch> Branches => _branches ??= [];

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    internal override IEnumerable<(string Name, Activity Child)> NamedChildren() =>
        _bodies.Select(static (body, i) => ($"{nameof(Branches)}[{i}]", (Activity)body));

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        ReadOnlySpan<PickBranch> branches = NonNullCollection.ElementsOf(_branches);
        PickBranchBody[] bodies = new PickBranchBody[branches.Length];
        for (int i = 0; i < bodies.Length; i++)
        {
            bodies[i] = new PickBranchBody(branches[i], i + 1, context => _race.Get(context));
            metadata.AddChild(bodies[i], branches[i]);
        }

        _bodies = bodies;
        metadata.AddImplementationVariable(_race);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        // Non-blocking, because the activity must complete if all branches have ended without a winner.
        _race.Set(context, new PickRace(_bodies.Length, context.CreateBookmark(_onDecided, BookmarkOptions.NonBlocking)));

        // The branch that is scheduled last runs first (rule 1.2).
        for (int i = _bodies.Length - 1; i >= 0; i--)
        {
            context.ScheduleActivity(_bodies[i], _onBranchCompleted);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context) => context.CancelChildren();

    /// <summary>Decides the race after all queued work, and so after all triggers that close without waiting (rule 8.3).</summary>
    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        PickRace race = _race.Get(context);
        race.IsDecided = true;
        foreach (ActivityInstance branch in context.GetChildren())
        {
            if (!IsWinner(branch, race))
            {
                context.CancelChild(branch);
            }
        }

        if (race.Running == 1)
        {
            LetWinnerAct(context, race);
        }
    }

    private void OnBranchCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        PickRace race = _race.Get(context);
        race.Running--;
        if (IsWinner(completedInstance, race))
        {
            race.IsWon = completedInstance.State == ActivityInstanceState.Closed;
        }
        else if (!race.HasWinner && !race.IsDecided && !context.IsCancellationRequested && race.Lose())
        {
            // The branch was aborted before its trigger ended, and the other branches have already lost.
            context.ResumeBookmark(race.Decision, null);
        }

        if (race.Running == 1 && race.IsDecided)
        {
            LetWinnerAct(context, race);
        }
        else if (race.Running == 0 && context.IsCancellationRequested && !race.IsWon)
        {
            context.MarkCanceled();
        }
    }

    private static bool IsWinner(ActivityInstance branch, PickRace race) => ((PickBranchBody)branch.Activity).Place == race.Winner;

    /// <summary>
    /// Resumes the winner so that it runs its action. If an ancestor has canceled the winner, its bookmark does not exist any more; without a winner there is
    /// no bookmark.
    /// </summary>
    private static void LetWinnerAct(NativeActivityContext context, PickRace race)
    {
        if (race.Action is { } action)
        {
            context.ResumeBookmark(action, null);
        }
    }
}
