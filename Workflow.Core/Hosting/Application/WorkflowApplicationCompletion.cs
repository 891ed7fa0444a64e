namespace Workflow;

/// <summary>Waits for the end of the instance of a <see cref="WorkflowApplication"/>, and returns its outputs with their types.</summary>
/// <remarks>Thread-safe.</remarks>
public static class WorkflowApplicationCompletion
{
    /// <summary>Waits until the instance has completed, in any state, and has left the application.</summary>
    /// <param name="application">The application. This method does not start it.</param>
    /// <param name="cancellationToken">Cancels the wait; the instance continues.</param>
    /// <returns>The result of the instance.</returns>
    /// <exception cref="ArgumentNullException">The application is null.</exception>
    /// <exception cref="WorkflowApplicationUnloadedException">The instance was unloaded before.</exception>
    /// <exception cref="WorkflowApplicationAbortedException">The instance was aborted.</exception>
    public static Task<WorkflowCompletion> WaitForCompletionAsync(this WorkflowApplication application, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(application);
        return application.Completion.WaitAsync(cancellationToken);
    }

    /// <summary>Waits until the instance has completed normally, and returns its out argument 'Result'.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="application">The application. This method does not start it.</param>
    /// <param name="cancellationToken">Cancels the wait; the instance continues.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentNullException">The application is null.</exception>
    /// <exception cref="WorkflowApplicationTerminatedException">The instance ended as faulted; the inner exception is the cause.</exception>
    /// <exception cref="WorkflowApplicationCompletedException">The instance was canceled, so that it has no result.</exception>
    /// <exception cref="KeyNotFoundException">The definition has no out argument 'Result'.</exception>
    /// <exception cref="InvalidCastException">The result has another type.</exception>
    /// <exception cref="WorkflowApplicationUnloadedException">The instance was unloaded before.</exception>
    /// <exception cref="WorkflowApplicationAbortedException">The instance was aborted.</exception>
    public static async Task<T> WaitForCompletionAsync<T>(this WorkflowApplication application, CancellationToken cancellationToken = default)
    {
        WorkflowCompletion completion = await WaitForCompletionAsync(application, cancellationToken).ConfigureAwait(false);
        return completion.State switch
        {
            ActivityInstanceState.Closed => completion.GetOutput<T>("Result"),
            ActivityInstanceState.Canceled => throw new WorkflowApplicationCompletedException(
                $"The workflow instance '{application.Id}' was canceled and has no result.", application.Id),
            _ => throw new WorkflowApplicationTerminatedException(
                $"The workflow instance '{application.Id}' ended as faulted and has no result: {completion.TerminationException?.Message}",
                application.Id,
                completion.TerminationException),
        };
    }
}
