namespace Workflow.Statements;

/// <summary>Ends with an exception, which propagates to the nearest <see cref="TryCatch"/> with a matching catch.</summary>
/// <remarks>The exception is passed as a value and not thrown in the workflow, so it has no stack trace unless it was thrown before.</remarks>
public sealed class Throw : CodeActivity
{
    /// <summary>The exception; required. Null in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<Exception> Exception { get; set; } = null!;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument exception = new(nameof(Exception), typeof(Exception), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Exception, exception);
        metadata.AddArgument(exception);
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context) => context.Fault(Exception.Get(context)
        ?? throw new InvalidOperationException($"'{DisplayName}' has no exception to throw: its Exception is null; bind it to one."));
}
