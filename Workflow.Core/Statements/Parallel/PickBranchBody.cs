namespace Workflow.Statements;

/// <summary>
/// The activity that runs a branch of a <see cref="Pick"/>. One instance runs the trigger and the action, because they share the branch's variables.
/// </summary>
internal sealed class PickBranchBody : NativeActivity, IDiagramSource
{
    private readonly CompletionCallback _onTriggerCompleted;
    private readonly BookmarkCallback _onChosen;
    private readonly Activity? _trigger;
    private readonly Activity? _action;
    private readonly Variable[] _variables;
    private readonly InArgument<PickRace> _race;

    /// <param name="branch">The branch.</param>
    /// <param name="place">The position of the branch in the list, from 1.</param>
    /// <param name="race">The variable with the state that the branches of one run share.</param>
    public PickBranchBody(PickBranch branch, int place, Func<ActivityContext, PickRace> race)
    {
        DisplayName = branch.DisplayName;
        _trigger = branch.Trigger;
        _action = branch.Action;
        _variables = [.. branch.Variables];
        Place = place;
        _race = new InArgument<PickRace>(race);
        _onTriggerCompleted = OnTriggerCompleted;
        _onChosen = OnChosen;
    }

    /// <summary>The position of the branch in the list, from 1.</summary>
    public int Place { get; }

    protected override bool CanInduceIdle => true;

    internal override IEnumerable<(string Name, Activity Child)> NamedChildren()
    {
        if (_trigger is not null)
        {
            yield return (nameof(PickBranch.Trigger), _trigger);
        }

        if (_action is not null)
        {
            yield return (nameof(PickBranch.Action), _action);
        }
    }

    void IDiagramSource.Draw(ActivityDiagram diagram) => diagram.AddChain(_trigger, _action);

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument race = new("Race", typeof(PickRace), ArgumentDirection.In);
        metadata.Bind(_race, race);
        metadata.AddArgument(race);
        foreach (Variable variable in _variables)
        {
            metadata.AddVariable(variable);
        }

        if (_trigger is null)
        {
            metadata.AddValidationError($"The branch '{DisplayName}' has no trigger, so it could never win; set its Trigger.");
        }

        metadata.AddChild(_trigger);
        metadata.AddChild(_action);
    }

    protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(_trigger!, _onTriggerCompleted);

    private void OnTriggerCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (context.IsCancellationRequested)
        {
            // The branch has lost. It ends canceled, or closed if its trigger closed in spite of the request.
            return;
        }

        PickRace race = _race.Get(context);
        bool hasClosed = completedInstance.State == ActivityInstanceState.Closed;
        bool decides;
        if (hasClosed && !race.HasWinner)
        {
            race.Win(Place, context.CreateBookmark(_onChosen));
            decides = true;
        }
        else
        {
            // The branch waits for its cancellation.
            context.CreateBookmark();
            decides = !hasClosed && race.Lose();
        }

        if (decides)
        {
            context.ResumeBookmark(race.Decision, null);
        }
    }

    private void OnChosen(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        if (_action is not null)
        {
            context.ScheduleActivity(_action);
        }
    }
}
