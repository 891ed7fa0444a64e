using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>
/// Calls code of a store or a participant, which does not belong to this library. The wait ends when the caller abandons the call, whether or not the
/// called code reacts to its token.
/// </summary>
/// <remarks>
/// The called code gets a separate token, which is canceled on another thread after the wait has ended. The callbacks that the code has registered may be
/// slow or throw, and must not block the thread that abandons the call.
/// </remarks>
internal static class StoreCall
{
    /// <summary>Makes a call.</summary>
    /// <param name="call">Begins the call. Its token is canceled when the call is abandoned.</param>
    /// <param name="abandon">
    /// Ends the wait with an <see cref="OperationCanceledException"/>. Continuations run on a thread of the pool, not on the thread that cancels.
    /// </param>
    /// <param name="abandoned">Gets the abandoned call, which still runs and is not awaited; its failure is observed in any case. May be null.</param>
    public static Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> call, CancellationToken abandon, Action<Task<T>>? abandoned = null) =>
        abandon.IsCancellationRequested ? Task.FromCanceled<T>(abandon) : BeginAsync(call, abandoned, abandon);

    /// <inheritdoc cref="RunAsync{T}"/>
    public static Task RunAsync(Func<CancellationToken, Task> call, CancellationToken abandon, Action<Task>? abandoned = null) =>
        abandon.IsCancellationRequested ? Task.FromCanceled(abandon) : BeginAsync(call, abandon, abandoned);

    /// <summary>Makes a call even if it is already abandoned, so that a call that completes synchronously succeeds.</summary>
    /// <inheritdoc cref="RunAsync{T}"/>
    public static Task BeginAsync(Func<CancellationToken, Task> call, CancellationToken abandon, Action<Task>? abandoned = null)
    {
        return BeginAsync(CallAsync, abandoned, abandon);

        async Task<bool> CallAsync(CancellationToken token)
        {
            await call(token).ConfigureAwait(false);
            return true;
        }
    }

    private static Task<T> BeginAsync<T>(Func<CancellationToken, Task<T>> call, Action<Task<T>>? abandoned, CancellationToken abandon)
    {
        CancellationTokenSource? stop = abandon.CanBeCanceled ? new() : null;
        Task<T> running;
        try
        {
            running = call(abandon.IsCancellationRequested ? abandon : stop?.Token ?? CancellationToken.None);
        }
        catch (Exception exception)
        {
            return Task.FromException<T>(exception);
        }

        return stop is null || running.IsCompleted ? running : WaitAsync(running, stop, abandoned, abandon);
    }

    private static async Task<T> WaitAsync<T>(Task<T> running, CancellationTokenSource stop, Action<Task<T>>? abandoned, CancellationToken abandon)
    {
        TaskCompletionSource end = new();
        _ = running.ContinueWith(
            static (_, end) => ((TaskCompletionSource)end!).TrySetResult(),
            end,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
        using (abandon.UnsafeRegister(
            static end => ThreadPool.UnsafeQueueUserWorkItem(static end => end.TrySetResult(), (TaskCompletionSource)end!, preferLocal: false),
            end))
        {
            await end.Task.ConfigureAwait(false);
        }

        // The call may complete while it is abandoned. Then its result counts, so that a lock which it took is not lost.
        if (!running.IsCompleted)
        {
            // The callback runs before the token is canceled: the caller must have registered the call before the called code can react to the token and
            // end the call.
            TaskEnd.Observe(running);
            abandoned?.Invoke(running);
            TaskEnd.Observe(stop.CancelAsync());
            abandon.ThrowIfCancellationRequested();
        }

        return await running.ConfigureAwait(false);
    }
}
