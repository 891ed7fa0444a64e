namespace Workflow.Statements;

/// <summary>Terminates the workflow: all running activities are aborted, and the instance ends <see cref="ActivityInstanceState.Faulted"/>.</summary>
/// <remarks>No <see cref="TryCatch"/> reacts: no catch and no finally runs (rule 6.1). At least one of the two arguments must be bound (rule 6.5).</remarks>
public sealed class TerminateWorkflow : NativeActivity
{
    /// <summary>The reason, which becomes the message of a <see cref="WorkflowTerminatedException"/>; null, the default, or empty if there is none.</summary>
    public InArgument<string>? Reason { get; set; }

    /// <summary>
    /// The exception with which the workflow ends, or the inner exception if there is a <see cref="Reason"/>; null, the default, if there is none.
    /// </summary>
    public InArgument<Exception>? Exception { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument reason = new(nameof(Reason), typeof(string), ArgumentDirection.In);
        metadata.Bind(Reason, reason);
        metadata.AddArgument(reason);
        RuntimeArgument exception = new(nameof(Exception), typeof(Exception), ArgumentDirection.In);
        metadata.Bind(Exception, exception);
        metadata.AddArgument(exception);
        if (Reason?.Expression is null && Exception?.Expression is null)
        {
            metadata.AddValidationError($"'{DisplayName}' has neither a reason nor an exception; bind its Reason, its Exception, or both.");
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        string? reason = Reason?.Get(context);
        Exception? exception = Exception?.Get(context);
        context.Terminate(string.IsNullOrEmpty(reason)
            ? exception ?? new WorkflowTerminatedException()
            : new WorkflowTerminatedException(reason, exception));
    }
}
