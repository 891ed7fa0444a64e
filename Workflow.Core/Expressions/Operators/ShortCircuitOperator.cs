namespace Workflow.Expressions;

/// <summary>An operator for truth values whose right operand is evaluated only if the left one does not determine the result (rule 20.2).</summary>
/// <remarks>
/// The operands are children, not arguments: they run one after the other, can use the variables in scope, and can wait. When its cancellation is requested, it
/// cancels the running operand and starts no other. <see cref="Activity{TResult}.Result"/> is false if it was not determined.
/// </remarks>
public abstract class ShortCircuitOperator : NativeActivity<bool>
{
    private readonly CompletionCallback<bool> _onLeft;
    private readonly CompletionCallback<bool> _onRight;

    private protected ShortCircuitOperator()
    {
        _onLeft = OnLeft;
        _onRight = OnRight;
    }

    /// <summary>The side that always runs; null is a validation error.</summary>
    public Activity<bool>? Left { get; set; }

    /// <summary>The side that runs if the left one does not decide; null is a validation error.</summary>
    public Activity<bool>? Right { get; set; }

    /// <summary>The left value that determines the result.</summary>
    private protected abstract bool Decisive { get; }

    /// <inheritdoc/>
    protected sealed override void CacheMetadata(NativeActivityMetadata metadata)
    {
        Declare(metadata, nameof(Left), Left);
        Declare(metadata, nameof(Right), Right);
    }

    /// <inheritdoc/>
    protected sealed override void Execute(NativeActivityContext context) => context.ScheduleActivity(Left!, _onLeft);

    private void Declare(NativeActivityMetadata metadata, string name, Activity<bool>? side)
    {
        metadata.AddChild(side);
        if (side is null)
        {
            metadata.AddValidationError($"'{DisplayName}' has no {name} side; set its {name}.");
        }
    }

    private void OnLeft(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        if (completedInstance.State != ActivityInstanceState.Closed)
        {
            return;
        }

        if (result == Decisive)
        {
            context.SetValue(Result, result);
        }
        else
        {
            context.ScheduleActivity(Right!, _onRight);
        }
    }

    private void OnRight(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            context.SetValue(Result, result);
        }
    }
}
