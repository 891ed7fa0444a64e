using Workflow.Data;

namespace Workflow;

/// <summary>
/// Fills one slot from an expression: at once when the expression is inline, else from the result of the expression's own
/// run. One object for each bound argument and variable default, made when the definition is frozen; typed, so no value is boxed.
/// </summary>
internal abstract class ArgumentStep(ActivityWithResult expression, int slot)
{
    public readonly ActivityWithResult Expression = expression;

    public readonly int Slot = slot;

    /// <summary>Evaluates an inline expression into the slot.</summary>
    public abstract void Fill(ActivityContext context, Location[] slots);

    /// <summary>Takes over what the expression's own run left in its result.</summary>
    public abstract void Complete(Location result, Location[] slots);
}

/// <summary>Copies a value: an in argument, or the default of a variable.</summary>
internal sealed class InStep<T>(Activity<T> expression, int slot) : ArgumentStep(expression, slot)
{
    private readonly Activity<T> _expression = expression;

    public override void Fill(ActivityContext context, Location[] slots) => Location<T>.Write(slots[Slot], _expression.Evaluate(context));

    public override void Complete(Location result, Location[] slots) => Location<T>.Write(slots[Slot], Location<T>.Read(result));
}

/// <summary>Points an out or in-out argument at a location.</summary>
internal sealed class RedirectStep(ActivityWithResult expression, int slot) : ArgumentStep(expression, slot)
{
    public override void Fill(ActivityContext context, Location[] slots) => slots[Slot].Redirect(Expression.EvaluateLocation(context));

    public override void Complete(Location result, Location[] slots)
    {
        // No location: what the activity writes goes nowhere, as for an unbound argument.
        slots[Slot].Redirect((Location?)result.Value);
    }
}
