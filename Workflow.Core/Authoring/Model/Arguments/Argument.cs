using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Workflow.Data;
using Workflow.Foundation;

namespace Workflow;

/// <summary>Binds a parameter of an activity to an expression in the outer scope.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class Argument
{
    private int _evaluationOrder = UnspecifiedEvaluationOrder;

    private protected Argument()
    {
    }

    /// <summary>The value -1 of <see cref="EvaluationOrder"/>, for an argument without an explicit order.</summary>
    public const int UnspecifiedEvaluationOrder = -1;

    /// <summary>The name under which an activity with a result declares its result argument: "Result".</summary>
    public const string ResultValue = "Result";

    /// <summary>The type of the value.</summary>
    public Type ArgumentType => TypeCore;

    /// <summary>The direction of the value.</summary>
    public abstract ArgumentDirection Direction { get; }

    /// <summary>The order of evaluation: arguments without an order (-1, the default) first, then by ascending order (rule 4.2).</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is below -1.</exception>
    public int EvaluationOrder
    {
        get => _evaluationOrder;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, UnspecifiedEvaluationOrder);
            _evaluationOrder = value;
        }
    }

    /// <summary>The expression, which returns the value of an in argument or the location of an out or in-out argument; null for an unbound argument.</summary>
    public ActivityWithResult? Expression
    {
        get => ExpressionCore;
        set => ExpressionCore = value;
    }

    /// <summary>The declaring scope, as in <see cref="LocationReference.ScopeId"/>. Stored here too, because every read begins with it.</summary>
    internal long ScopeId { get; set; }

    /// <summary>The slot, as in <see cref="LocationReference.Slot"/>.</summary>
    internal int Slot { get; set; }

    /// <summary>The argument that the last walk declared for this object.</summary>
    internal RuntimeArgument? Declared { get; set; }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal abstract Type TypeCore { get; }

    internal abstract ActivityWithResult? ExpressionCore { get; set; }

    internal abstract SlotKind SlotKind { get; }

    /// <summary>Creates an empty argument.</summary>
    /// <param name="type">The type of the value.</param>
    /// <param name="direction">The direction.</param>
    /// <returns>A new, unbound argument of the generic class for the type and direction.</returns>
    /// <exception cref="ArgumentNullException">The type is null.</exception>
    [RequiresDynamicCode(TrimmingNotes.ByType)]
    public static Argument Create(Type type, ArgumentDirection direction)
    {
        ArgumentNullException.ThrowIfNull(type);
        return TypeMetadata.CreateArgument(type, direction);
    }

    /// <summary>Creates an argument that refers by name to an argument of the enclosing activity.</summary>
    /// <param name="argumentToReference">An argument with the type and direction of the new argument.</param>
    /// <param name="referencedArgumentName">The name under which the enclosing activity declares the argument.</param>
    /// <returns>A new argument.</returns>
    public static Argument CreateReference(Argument argumentToReference, string referencedArgumentName)
    {
        ArgumentNullException.ThrowIfNull(argumentToReference);
        ArgumentException.ThrowIfNullOrEmpty(referencedArgumentName);
        return argumentToReference.ReferenceTo(referencedArgumentName);
    }

    /// <summary>Reads the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? Get(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.GetValue(this);
    }

    /// <summary>Reads the value in a run.</summary>
    /// <typeparam name="T">The type to read the value as.</typeparam>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The value.</returns>
    public T Get<T>(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Location<T>.Read(context.LocationOf(this));
    }

    /// <summary>Writes the value in a run. A write to an in argument affects only the activity itself.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <param name="value">The value.</param>
    public void Set(ActivityContext context, object? value)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.SetValue(this, value);
    }

    /// <summary>Gets the location of the value in a run.</summary>
    /// <param name="context">The context of the activity that declares the argument.</param>
    /// <returns>The location. It is the same object each time while the activity runs, and remains usable afterwards.</returns>
    public Location GetLocation(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return context.CaptureLocationOf(this);
    }

    internal abstract Argument ReferenceTo(string name);

    /// <summary>Creates the step that sets the slot from the expression; null for an unbound argument.</summary>
    internal abstract ArgumentBinding? CreateBinding(int slot);

    /// <summary>True if a host can set the value. Null is allowed for nullable types (rule 4.5).</summary>
    internal abstract bool Accepts(object? value);
}
