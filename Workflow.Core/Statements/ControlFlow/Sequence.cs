using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs its activities one after the other, in the order of the list.</summary>
/// <remarks>
/// A cancel request cancels the running activity, and no other activity starts. The sequence ends <see cref="ActivityInstanceState.Canceled"/>, or
/// <see cref="ActivityInstanceState.Closed"/> if the running activity was the last and closed (rule 3.6).
/// </remarks>
public sealed class Sequence : NativeActivity, IDiagramSource
{
    private readonly CompletionCallback _onStepCompleted;

    /// <summary>The index of the running activity, so that its successor is found without a search.</summary>
    private readonly Variable<int> _current = new("current");

    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<Activity>? _activities;

    /// <summary>The activities when the definition was frozen (rule 12.3).</summary>
    private Activity[] _steps = [];

    /// <summary>Creates a sequence without activities, which completes at once.</summary>
    public Sequence() => _onStepCompleted = OnStepCompleted;

    /// <summary>The variables of the activities; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>The activities, in the order in which they run; empty by default, never null, null items are not allowed.</summary>
    public Collection<Activity> Activities => _activities ??= [];

    internal override ActivityTraits Traits => ActivityTraits.HandlesChildCompletion;

    internal override ControlFlowProgram? Steps => _steps.Length == 0 ? null : new SequenceSteps(_steps, _current, _onStepCompleted);

    void IDiagramSource.Draw(ActivityDiagram diagram) => diagram.AddChain(_steps);

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        _steps = NonNullCollection.ElementsOf(_activities).ToArray();
        foreach (Activity step in _steps)
        {
            metadata.AddChild(step);
        }

        // A sequence with one activity needs no index, so it declares no slot.
        if (_steps.Length > 1)
        {
            metadata.AddImplementationVariable(_current);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (_steps.Length > 0)
        {
            Schedule(context, 0);
        }
    }

    private void OnStepCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        int next = _current.Get(context) + 1;
        _current.Set(context, next);
        Schedule(context, next);
    }

    /// <summary>Schedules an activity. The last activity has no successor, so its completion needs no callback (rule 1.6).</summary>
    private void Schedule(NativeActivityContext context, int index) =>
        context.ScheduleActivity(_steps[index], index + 1 < _steps.Length ? _onStepCompleted : null);
}
