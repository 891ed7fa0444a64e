namespace Workflow.Statements;

/// <summary>
/// A branch as its <see cref="Pick"/> runs it: one instance spans trigger and action, because they share the branch's variables.
/// </summary>
internal sealed class PickBranchBody : NativeActivity
{
    private readonly CompletionCallback _onTriggerCompleted;
    private readonly BookmarkCallback _onChosen;
    private readonly Activity? _trigger;
    private readonly Activity? _action;
    private readonly Variable[] _variables;
    private readonly int _index;
    private readonly InArgument<Bookmark> _decision;

    /// <param name="branch">What the author wrote.</param>
    /// <param name="index">Its place in the list.</param>
    /// <param name="decision">The bookmark of the <see cref="Pick"/> that the first trigger to close resumes.</param>
    public PickBranchBody(PickBranch branch, int index, Func<ActivityContext, Bookmark> decision)
    {
        DisplayName = branch.DisplayName;
        _trigger = branch.Trigger;
        _action = branch.Action;
        _variables = [.. branch.Variables];
        _index = index;
        _decision = new InArgument<Bookmark>(decision);
        _onTriggerCompleted = OnTriggerCompleted;
        _onChosen = OnChosen;
    }

    protected override bool CanInduceIdle => true;

    internal override IEnumerable<(string Place, Activity Child)> NamedPlaces()
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

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument decision = new("Decision", typeof(Bookmark), ArgumentDirection.In);
        metadata.Bind(_decision, decision);
        metadata.AddArgument(decision);
        foreach (Variable variable in _variables)
        {
            metadata.AddVariable(variable);
        }

        if (_trigger is null)
        {
            metadata.AddValidationError($"The branch '{DisplayName}' has no trigger, so nothing could ever choose it; set its Trigger.");
        }

        metadata.AddChild(_trigger);
        metadata.AddChild(_action);
    }

    protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(_trigger!, _onTriggerCompleted);

    private void OnTriggerCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            // The decision is resumed once only, so a trigger that closes later finds it gone; its branch waits here to be canceled.
            Bookmark action = context.CreateBookmark(_onChosen);
            context.ResumeBookmark(_decision.Get(context), new PickedBranch(_index, action));
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

/// <summary>What the winner tells its <see cref="Pick"/>.</summary>
internal sealed class PickedBranch : ISavedPart
{
    public static readonly StateKind Kind = new("picked", static () => new PickedBranch());

    private PickedBranch()
    {
    }

    public PickedBranch(int index, Bookmark action)
    {
        Index = index;
        Action = action;
    }

    /// <summary>Its place in the list.</summary>
    public int Index { get; private set; }

    /// <summary>The bookmark at which it waits to run its action.</summary>
    public Bookmark Action { get; private set; } = null!;

    StateKind ISavedPart.SavedAs => Kind;

    void ISavedState.Save(StateWriter writer)
    {
        writer.WriteNumber("index", Index);
        writer.WriteValue("action", Action, typeof(Bookmark));
    }

    void ISavedState.Load(StateReader reader)
    {
        Index = (int)reader.ReadNumber("index");
        Action = reader.ReadRequired<Bookmark>("action");
    }
}
