namespace Workflow.Expressions;

/// <summary>An operator for Boolean values whose right operand is evaluated only if the left operand does not determine the result (rule 20.2).</summary>
/// <remarks>
/// The operands are children, not arguments: they run one after the other, can use the variables in scope, and can wait. When cancellation is requested,
/// the operator cancels the running operand and starts no other. <see cref="Activity{TResult}.Result"/> is false if it was not determined.
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

    /// <summary>The operand that always runs; null is a validation error.</summary>
    public Activity<bool>? Left { get; set; }

    /// <summary>The operand that runs if the left operand does not determine the result; null is a validation error.</summary>
    public Activity<bool>? Right { get; set; }

    /// <summary>The value of the left operand that determines the result.</summary>
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
