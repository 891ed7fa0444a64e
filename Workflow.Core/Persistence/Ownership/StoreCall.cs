namespace Workflow.Persistence;

/// <summary>
/// Calls of code that is not this library's, a store or a participant, that are awaited only as long as the caller wants: whatever the called code
/// does about its token.
/// </summary>
/// <remarks>
/// The called code gets a token of its own, which is canceled after the wait has ended and on another thread. What it has registered there may be slow, or
/// throw, and must not block the thread that gives up.
/// </remarks>
internal static class StoreCall
{
    /// <summary>Makes a call.</summary>
    /// <param name="call">Begins it; its token is canceled when it is given up.</param>
    /// <param name="giveUp">Ends the wait, with an <see cref="OperationCanceledException"/>. What follows runs on a thread of the pool, not on the one that gives up.</param>
    /// <param name="givenUp">Gets the call that continues without being awaited; its failure is observed in any case. Null: it is ignored.</param>
    public static Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken giveUp, Action<Task<T>>? givenUp = null) =>
        giveUp.IsCancellationRequested ? Task.FromCanceled<T>(giveUp) : BeginAsync(call, givenUp, giveUp);

    /// <inheritdoc cref="RunAsync{T}"/>
    public static Task RunAsync(Func<CancellationToken, Task> call, CancellationToken giveUp, Action<Task>? givenUp = null) =>
        giveUp.IsCancellationRequested ? Task.FromCanceled(giveUp) : BeginAsync(call, giveUp, givenUp);

    /// <summary>Makes a call even if it has been given up before: what ends at once succeeds all the same.</summary>
    /// <inheritdoc cref="RunAsync{T}"/>
    public static Task BeginAsync(Func<CancellationToken, Task> call, CancellationToken giveUp, Action<Task>? givenUp = null)
    {
        return BeginAsync(CallAsync, givenUp, giveUp);

        async Task<bool> CallAsync(CancellationToken token)
        {
            await call(token).ConfigureAwait(false);
            return true;
        }
    }

    private static Task<T> BeginAsync<T>(Func<CancellationToken, Task<T>> call, Action<Task<T>>? givenUp, CancellationToken giveUp)
    {
        CancellationTokenSource? stop = giveUp.CanBeCanceled ? new() : null;
        Task<T> running;
        try
        {
            running = call(giveUp.IsCancellationRequested ? giveUp : stop?.Token ?? CancellationToken.None);
        }
        catch (Exception exception)
        {
            return Task.FromException<T>(exception);
        }

        return stop is null || running.IsCompleted ? running : WaitAsync(running, stop, givenUp, giveUp);
    }

    private static async Task<T> WaitAsync<T>(Task<T> running, CancellationTokenSource stop, Action<Task<T>>? givenUp, CancellationToken giveUp)
    {
        TaskCompletionSource end = new();
        _ = running.ContinueWith(
            static (_, end) => ((TaskCompletionSource)end!).TrySetResult(), end, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        using (giveUp.UnsafeRegister(static end => ThreadPool.UnsafeQueueUserWorkItem(static end => end.TrySetResult(), (TaskCompletionSource)end!, preferLocal: false), end))
        {
            await end.Task.ConfigureAwait(false);
        }

        if (!running.IsCompleted)
        {
            Observe(running);
            givenUp?.Invoke(running);
            Observe(stop.CancelAsync());
            giveUp.ThrowIfCancellationRequested();
        }

        return await running.ConfigureAwait(false);
    }

    /// <summary>No caller is left to handle its failure.</summary>
    private static void Observe(Task task) => _ = task.ContinueWith(
        static failed => _ = failed.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
