using Workflow.Statements.Tracking;

namespace Workflow.Statements;

/// <summary>
/// The activity that runs a state of a machine. One instance runs from the entry to the action, because they share the state's variables. Its result is the
/// number of the next state, or 0 if there is none.
/// </summary>
internal sealed class StateBody : NativeActivity<int>, IDiagramSource
{
    private readonly CompletionCallback _onEntryCompleted;
    private readonly CompletionCallback _onTriggerCompleted;
    private readonly CompletionCallback<bool> _onConditionCompleted;
    private readonly CompletionCallback _onExitCompleted;
    private readonly BookmarkCallback _onEvent;

    /// <summary>
    /// The bookmark that is resumed for each trigger that closed, when no other work can run. It keeps the state executing even if no trigger is left.
    /// </summary>
    private readonly Variable<Bookmark?> _events = new("events");

    private readonly Variable<StatePhase> _phase = new("phase");

    /// <summary>The groups whose trigger closed while another event was processed.</summary>
    private readonly Variable<Queue<int>?> _pending = new("pending");

    /// <summary>The transition that is tried next, or whose condition is evaluated, or that is taken.</summary>
    private readonly Variable<int> _transition = new("transition");

    private readonly string _machine;
    private readonly Activity? _entry;
    private readonly Activity? _exit;
    private readonly Variable[] _variables;
    private readonly StateTransitions _ways;

    public StateBody(State state, string machine, IReadOnlyDictionary<State, int> numbers)
    {
        DisplayName = state.DisplayName;
        _machine = machine;
        _entry = state.Entry;
        _exit = state.Exit;
        _variables = [.. state.Variables];
        _ways = new StateTransitions(state.Transitions, numbers);
        _onEntryCompleted = OnEntryCompleted;
        _onTriggerCompleted = OnTriggerCompleted;
        _onConditionCompleted = OnConditionCompleted;
        _onExitCompleted = OnExitCompleted;
        _onEvent = OnEvent;
    }

    /// <summary>The transitions that leave the state.</summary>
    public IReadOnlyList<FrozenTransition> Exits => _ways.All;

    protected override bool CanInduceIdle => true;

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        DiagramNode? entry = _entry is null ? null : diagram.Add(_entry);
        DiagramNode?[] triggers = [.. _ways.Triggers.Select(trigger => trigger is NullTrigger ? null : diagram.Add(trigger))];
        foreach (DiagramNode? trigger in triggers)
        {
            if (entry is not null && trigger is not null)
            {
                diagram.Connect(entry, trigger);
            }
        }

        foreach (FrozenTransition transition in _ways.All)
        {
            if (transition.Action is not null && diagram.Add(transition.Action) is var action && triggers[transition.Group] is { } trigger)
            {
                diagram.Connect(trigger, action, transition.DisplayName);
            }
        }

        if (_exit is not null)
        {
            diagram.Add(_exit);
        }
    }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in _variables)
        {
            metadata.AddVariable(variable);
        }

        metadata.AddImplementationVariable(_events);
        metadata.AddImplementationVariable(_phase);
        metadata.AddImplementationVariable(_pending);
        metadata.AddImplementationVariable(_transition);
        metadata.AddChild(_entry);
        metadata.AddChild(_exit);
        foreach (Activity trigger in _ways.Triggers)
        {
            metadata.AddChild(trigger);
        }

        foreach (FrozenTransition transition in _ways.All)
        {
            metadata.AddChild(transition.Condition);
            metadata.AddChild(transition.Action);
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        context.Track(new StateMachineStateRecord { StateMachineName = _machine, StateName = DisplayName });
        if (_entry is null)
        {
            Await(context);
        }
        else
        {
            context.ScheduleActivity(_entry, _onEntryCompleted);
        }
    }

    private void OnEntryCompleted(NativeActivityContext context, ActivityInstance completedInstance) => Await(context);

    private void Await(NativeActivityContext context)
    {
        if (_ways.Triggers.Count == 0)
        {
            return;
        }

        _events.Set(context, context.CreateBookmark(_onEvent, BookmarkOptions.MultipleResume));
        foreach (Activity trigger in _ways.Triggers)
        {
            context.ScheduleActivity(trigger, _onTriggerCompleted);
        }
    }

    private void OnTriggerCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        StatePhase phase = _phase.Get(context);
        if (phase == StatePhase.Leaving)
        {
            LeaveWhenAlone(context);
        }
        else if (completedInstance.State == ActivityInstanceState.Closed)
        {
            int group = _ways.GroupOf(completedInstance.Activity);
            if (phase == StatePhase.Looking)
            {
                Queue<int> pending = _pending.Get(context) ?? new Queue<int>();
                pending.Enqueue(group);
                _pending.Set(context, pending);
            }
            else
            {
                LookAt(context, group);
            }
        }
    }

    /// <summary>
    /// Processes the completion of a trigger when no other work of the workflow can run, so that work in other branches comes first (rule 18.4).
    /// </summary>
    private void LookAt(NativeActivityContext context, int group)
    {
        _phase.Set(context, StatePhase.Looking);
        _transition.Set(context, _ways.FirstOf(group));
        context.Port.BookmarkPort.ResumeWhenIdle(_events.Get(context)!);
    }

    private void OnEvent(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        // If the state was canceled in the meantime, it takes no transition. It still waits at the bookmark, and so ends canceled (rule 3.2).
        if (!context.IsCancellationRequested)
        {
            Try(context, _transition.Get(context));
        }
    }

    private void Try(NativeActivityContext context, int transition)
    {
        _transition.Set(context, transition);
        if (_ways.All[transition].Condition is { } condition)
        {
            context.ScheduleActivity(condition, _onConditionCompleted);
        }
        else
        {
            Take(context);
        }
    }

    private void OnConditionCompleted(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        int transition = _transition.Get(context);
        if (result)
        {
            Take(context);
        }
        else if (_ways.HasNext(transition))
        {
            Try(context, transition + 1);
        }
        else
        {
            context.ScheduleActivity(_ways.Triggers[_ways.All[transition].Group], _onTriggerCompleted);
            LookAtNext(context);
        }
    }

    private void LookAtNext(NativeActivityContext context)
    {
        if (_pending.Get(context) is { } pending && pending.TryDequeue(out int group))
        {
            LookAt(context, group);
        }
        else
        {
            _phase.Set(context, StatePhase.Waiting);
        }
    }

    private void Take(NativeActivityContext context)
    {
        _phase.Set(context, StatePhase.Leaving);
        context.RemoveBookmark(_events.Get(context)!);
        context.CancelChildren();
        LeaveWhenAlone(context);
    }

    /// <summary>Continues when all other triggers have ended, including a trigger that ignores its cancel request.</summary>
    private void LeaveWhenAlone(NativeActivityContext context)
    {
        if (context.GetChildren().Count > 0)
        {
            return;
        }

        if (_exit is null)
        {
            Act(context);
        }
        else
        {
            context.ScheduleActivity(_exit, _onExitCompleted);
        }
    }

    private void OnExitCompleted(NativeActivityContext context, ActivityInstance completedInstance) => Act(context);

    private void Act(NativeActivityContext context)
    {
        FrozenTransition taken = _ways.All[_transition.Get(context)];
        Result!.Set(context, taken.To);
        if (taken.Action is not null)
        {
            context.ScheduleActivity(taken.Action);
        }
    }
}

/// <summary>The phase of a state after its entry.</summary>
internal enum StatePhase
{
    /// <summary>The triggers wait.</summary>
    Waiting,

    /// <summary>A trigger has closed and its transitions are tried. Other triggers that close are stored.</summary>
    Looking,

    /// <summary>A transition is taken. Other triggers that close are ignored.</summary>
    Leaving,
}
