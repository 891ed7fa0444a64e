using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs several activities interleaved: while one waits, another runs. It uses no additional threads.</summary>
/// <remarks>
/// <para>The branches start in the order of the list (rule 1.3). The activity completes when all branches have completed, or when
/// <see cref="CompletionCondition"/> is true after one of them. Then the other branches are canceled, and the activity is
/// <see cref="ActivityInstanceState.Closed"/>.</para>
/// <para>On a cancel request, the activity cancels its branches. If a branch closes in spite of the request, the condition is evaluated; if it is true, the
/// activity is <see cref="ActivityInstanceState.Closed"/>. The activity is <see cref="ActivityInstanceState.Canceled"/> if a branch ended in another state
/// before (rule 3.6).</para>
/// </remarks>
public sealed class Parallel : NativeActivity
{
    private readonly CompletionCallback _onBranchCompleted;
    private readonly CompletionCallback<bool> _onConditionCompleted;

    /// <summary>True when the outcome is decided; used only with a completion condition.</summary>
    private readonly Variable<bool> _isDecided = new("isDecided");

    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<Activity>? _branches;

    /// <summary>The branches when the definition was frozen (rule 12.3).</summary>
    private Activity[] _starters = [];

    /// <summary>Creates an activity without branches, which completes at once.</summary>
    public Parallel()
    {
        _onBranchCompleted = OnBranchCompleted;
        _onConditionCompleted = OnConditionCompleted;
    }

    /// <summary>The variables of the branches and the condition; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>
    /// The condition that is evaluated after each branch. When it is true, the remaining branches are canceled. If null, the default, all branches run to their
    /// end.
    /// </summary>
    public Activity<bool>? CompletionCondition { get; set; }

    /// <summary>The branches; empty by default, never null, null items are not allowed.</summary>
    public Collection<Activity> Branches => _branches ??= [];

    internal override ActivityTraits Traits => ActivityTraits.HandlesChildCompletion;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        _starters = NonNullCollection.ElementsOf(_branches).ToArray();
        foreach (Activity branch in _starters)
        {
            metadata.AddChild(branch);
        }

        if (CompletionCondition is not null)
        {
            metadata.AddChild(CompletionCondition);
            metadata.AddImplementationVariable(_isDecided);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        CompletionCallback? onCompleted = CompletionCondition is null ? null : _onBranchCompleted;

        // The branch that is scheduled last runs first (rule 1.2).
        for (int i = _starters.Length - 1; i >= 0; i--)
        {
            context.ScheduleActivity(_starters[i], onCompleted);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        if (CompletionCondition is null)
        {
            base.Cancel(context);
        }
        else
        {
            // The default Cancel would prevent the condition, which must still run for a branch that closes (rule 3.5).
            context.CancelChildren();
        }
    }

    private void OnBranchCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (_isDecided.Get(context))
        {
            return;
        }

        if (context.IsCancellationRequested && completedInstance.State != ActivityInstanceState.Closed)
        {
            _isDecided.Set(context, true);
            context.MarkCanceled();
        }
        else
        {
            context.ScheduleActivity(CompletionCondition!, _onConditionCompleted);
        }
    }

    private void OnConditionCompleted(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        if (result)
        {
            _isDecided.Set(context, true);
            context.CancelChildren();
        }
    }
}
