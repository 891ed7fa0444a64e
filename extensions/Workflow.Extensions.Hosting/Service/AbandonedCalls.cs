namespace Workflow.Extensions.Hosting;

/// <summary>Waits for calls that may ignore their cancellation token.</summary>
internal static class AbandonedCalls
{
    /// <summary>
    /// Waits until the call has completed or the token is canceled. The exception of an abandoned call is observed, so that it is not reported as unobserved.
    /// </summary>
    public static Task OrAbandon(this Task call, CancellationToken cancellationToken)
    {
        Observe(call);
        return call.WaitAsync(cancellationToken);
    }

    /// <inheritdoc cref="OrAbandon"/>
    public static Task<T> OrAbandon<T>(this Task<T> call, CancellationToken cancellationToken)
    {
        Observe(call);
        return call.WaitAsync(cancellationToken);
    }

    private static void Observe(Task call) => _ = call.ContinueWith(
        static failed => _ = failed.Exception,
        CancellationToken.None,
        TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);
}
