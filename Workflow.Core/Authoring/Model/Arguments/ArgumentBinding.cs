using Workflow.Data;
using Workflow.Expressions;

namespace Workflow;

/// <summary>
/// Sets one slot from an expression: at once if the expression is inline, otherwise from the result of the expression's own instance. There is one object
/// for each bound argument and variable default, created when the definition is frozen. The derived classes are typed, so values are not boxed.
/// </summary>
internal abstract class ArgumentBinding(ActivityWithResult expression, int slot)
{
    public readonly ActivityWithResult Expression = expression;

    public readonly int Slot = slot;

    /// <summary>Evaluates an inline expression into the slot.</summary>
    /// <param name="context">The context for code of the application; it includes all outer scopes.</param>
    /// <param name="scope">The innermost environment that the expression may refer to.</param>
    /// <param name="slots">The slots of the owner.</param>
    public abstract void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots);

    /// <summary>True if the expression is a constant, so that its evaluation cannot read a slot of the owner.</summary>
    public virtual bool IsConstant => false;

    /// <summary>Copies the result of the expression's own instance to the slot.</summary>
    public abstract void Complete(Location result, Location[] slots);
}

/// <summary>Copies a value to an in argument or a variable.</summary>
internal class ValueBinding<T>(Activity<T> expression, int slot) : ArgumentBinding(expression, slot)
{
    private readonly Activity<T> _expression = expression;

    public static ValueBinding<T> For(Activity<T> expression, int slot) => expression switch
    {
        Literal<T> literal => new ConstantBinding<T>(literal, slot),
        LambdaValue<T> lambda => new FunctionBinding<T>(lambda, slot),
        VariableValue<T> { Variable: Variable<T> variable } value => new ReferenceValueBinding<T>(value, variable, slot),
        DelegateArgumentValue<T> { DelegateArgument: DelegateInArgument<T> argument } value => new ReferenceValueBinding<T>(value, argument, slot),
        _ => new ValueBinding<T>(expression, slot),
    };

    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) =>
        Location<T>.WriteOwn(slots[Slot], _expression.Evaluate(context));

    public override void Complete(Location result, Location[] slots) => Location<T>.Write(slots[Slot], Location<T>.Read(result));
}

/// <summary>Writes a constant.</summary>
internal sealed class ConstantBinding<T>(Literal<T> literal, int slot) : ValueBinding<T>(literal, slot)
{
    private readonly T _value = literal.Value;

    public override bool IsConstant => true;

    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) => Location<T>.WriteOwn(slots[Slot], _value);
}

/// <summary>Calls a function.</summary>
internal sealed class FunctionBinding<T>(LambdaValue<T> lambda, int slot) : ValueBinding<T>(lambda, slot)
{
    private readonly Func<ActivityContext, T> _function = lambda.Function;

    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) => Location<T>.WriteOwn(slots[Slot], _function(context));
}

/// <summary>Reads a variable or delegate argument with exactly the type of the slot.</summary>
internal sealed class ReferenceValueBinding<T>(Activity<T> expression, LocationReference reference, int slot) : ValueBinding<T>(expression, slot)
{
    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) =>
        Location<T>.WriteOwn(slots[Slot], Location<T>.ReadOwn(scope.LocationAt(reference.ScopeId, reference.Slot)));
}

/// <summary>Binds an out or in-out argument to a location.</summary>
internal class LocationBinding(ActivityWithResult expression, int slot) : ArgumentBinding(expression, slot)
{
    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) =>
        slots[Slot].Redirect(Expression.EvaluateLocation(context));

    public override void Complete(Location result, Location[] slots)
    {
        Location? target = (Location?)result.Value;
        if (target is null)
        {
            // Without a location, writes have no effect outside the activity, as in an unbound argument. The slot is reset, so that no value of an earlier
            // instance
            // is visible.
            slots[Slot].Reset();
        }

        slots[Slot].Redirect(target);
    }
}

/// <summary>Binds an out or in-out argument to a variable or delegate argument.</summary>
internal sealed class ReferenceBinding(ActivityWithResult expression, LocationReference reference, int slot) : LocationBinding(expression, slot)
{
    public override void Fill(ActivityContext context, LocationEnvironment? scope, Location[] slots) =>
        slots[Slot].Redirect(scope.LocationAt(reference.ScopeId, reference.Slot));
}
