using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Writes a value to a variable, an argument or another location whose type is known only at run time.</summary>
/// <remarks>If the type is known, <see cref="Assign{T}"/> does the same without boxing.</remarks>
public sealed class Assign : CodeActivity
{
    /// <summary>
    /// The location; required. It must have the type of <see cref="Value"/>, a base type or a wider number type; any other type is a validation error.
    /// </summary>
    [RequiredArgument]
    public OutArgument To { get; set; } = null!;

    /// <summary>The value; required.</summary>
    [RequiredArgument]
    public InArgument Value { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        Type from = Value?.ArgumentType ?? typeof(object);
        Type into = To?.ArgumentType ?? typeof(object);
        RuntimeArgument value = new(nameof(Value), from, ArgumentDirection.In, isRequired: true);
        metadata.Bind(Value, value);
        metadata.AddArgument(value);
        RuntimeArgument to = new(nameof(To), into, ArgumentDirection.Out, isRequired: true);
        metadata.Bind(To, to);
        metadata.AddArgument(to);
        if (Value is not null && To is not null && !ImplicitConversion.Exists(from, into))
        {
            metadata.AddValidationError($"'{DisplayName}' cannot write a '{from}' to a '{into}'; convert the Value, or write to a location of its type.");
        }
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context) =>
        context.SetValue((Argument)To, ImplicitConversion.Convert(context.GetValue((Argument)Value), To.ArgumentType));
}
