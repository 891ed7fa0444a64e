namespace Workflow.Statements;

/// <summary>Writes a value to a variable, an argument or another location.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
public sealed class Assign<T> : CodeActivity
{
    /// <summary>The location; required.</summary>
    [RequiredArgument]
    public OutArgument<T> To { get; set; } = null!;

    /// <summary>The value; required.</summary>
    [RequiredArgument]
    public InArgument<T> Value { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument value = new(nameof(Value), typeof(T), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Value, value);
        metadata.AddArgument(value);
        RuntimeArgument to = new(nameof(To), typeof(T), ArgumentDirection.Out, isRequired: true);
        metadata.Bind(To, to);
        metadata.AddArgument(to);
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context) => context.SetValue(To, context.GetValue(Value));
}
