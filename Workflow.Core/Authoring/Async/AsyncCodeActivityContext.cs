using Workflow.Tracking;

namespace Workflow;

/// <summary>The context of an asynchronous activity. The context is usable until the operation has ended.</summary>
#pragma warning disable CA1001 // A token source without timer and wait handle owns nothing to dispose, and an operation may use its token after its end.
public sealed class AsyncCodeActivityContext : CodeActivityContext
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _cancellation = new();
    private Func<AsyncCodeActivityContext, IAsyncResult, object?>? _end;
    private IAsyncResult? _ended;

    /// <summary>
    /// Records that were tracked and not reported yet. Guarded by a lock on <see cref="_cancellation"/>, which no other code locks: few operations track
    /// records, so most would not use a lock object of their own.
    /// </summary>
    private List<CustomTrackingRecord>? _records;

    internal AsyncCodeActivityContext(ActivityInstance instance)
        : base(instance)
    {
    }

    /// <summary>True if the cancellation of the activity was requested; false during an abort or a termination (rule 3.4).</summary>
    public bool IsCancellationRequested => Current.IsCancellationRequested;

    /// <summary>Data that the Begin method passes to the End or Cancel method; null by default.</summary>
    public object? UserState
    {
        get
        {
            ThrowIfDisposed();
            return field;
        }

        set
        {
            ThrowIfDisposed();
            field = value;
        }
    }

    internal CancellationToken CancellationToken => _cancellation.Token;

    internal bool IsAborting { get; set; }

    internal bool IsMarkedCanceled { get; private set; }

    internal bool CancelWasCalled { get; set; }

    /// <summary>True if the application stops and has signalled the token (rule 7.7.1).</summary>
    internal bool IsInterrupted { get; private set; }

    /// <summary>True if the outstanding operation prevents saves of the instance (rule 7.1).</summary>
    internal bool HoldsNoPersist { get; set; }

    /// <summary>Marks the activity, so that it ends as <see cref="ActivityInstanceState.Canceled"/>.</summary>
    /// <exception cref="InvalidOperationException">No cancellation was requested (rule 3.4).</exception>
    public void MarkCanceled()
    {
        if (!Current.IsCancellationRequested && !IsAborting)
        {
            throw new InvalidOperationException(
                $"'{Instance.Activity.DisplayName}' cannot be marked as canceled: it has received no cancel request; check IsCancellationRequested first.");
        }

        IsMarkedCanceled = true;
    }

    /// <summary>Reports the records of the operation. Called on the thread that owns the instance.</summary>
    internal void ReportRecords()
    {
        // The list is taken atomically: the operation may track records on another thread at the same time. The records are reported outside the lock, because
        // reporting runs code of participants.
        List<CustomTrackingRecord>? records;
        lock (_cancellation)
        {
            records = _records;
            _records = null;
        }

        records?.ForEach(record => Port.Track(Instance, record));
    }

    /// <summary>Stores the record until the operation ends, because the instance may run other work now. Any thread may call this method.</summary>
    private protected override void HandOver(CustomTrackingRecord record)
    {
        ThrowIfDisposed();
        lock (_cancellation)
        {
            (_records ??= []).Add(record);
        }
    }

    internal void RequestCancellation() => _cancellation.Cancel();

    /// <summary>
    /// Signals the token on a thread-pool thread: the callbacks of the token are code of the application, and the caller may be in the middle of other work.
    /// </summary>
    internal void Interrupt()
    {
        if (!IsInterrupted)
        {
            IsInterrupted = true;
            _ = SignalAsync();
        }
    }

    private async Task SignalAsync()
    {
        try
        {
            await _cancellation.CancelAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // A callback of the token failed. The exception is ignored: the end of the operation determines the outcome.
        }
    }

    /// <summary>Adapts the methods of WF4 to a task that completes when the operation has ended. <see cref="EndPair()"/> calls the End method.</summary>
    internal Task BeginEnd(
        Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin, Action<AsyncCodeActivityContext, IAsyncResult> end)
    {
        _end = (context, result) =>
        {
            end(context, result);
            return null;
        };
        return Begin(begin);
    }

    /// <summary>Adapts an operation with a result. <see cref="EndPair{TResult}"/> gets the result; the result of the task is not used.</summary>
    internal async Task<TResult> BeginEnd<TResult>(
        Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin, Func<AsyncCodeActivityContext, IAsyncResult, TResult> end)
    {
        _end = (context, result) => end(context, result);
        await Begin(begin).ConfigureAwait(false);
        return default!;
    }

    /// <summary>Calls the End method of an adapted operation on the instance's thread. Does nothing for other operations.</summary>
    internal void EndPair()
    {
        if (_ended is not null)
        {
            _end!(this, _ended);
        }
    }

    /// <summary>Returns the result of an operation whose task has succeeded.</summary>
    internal TResult EndPair<TResult>(Task<TResult> operation)
    {
        if (_ended is not null)
        {
            return (TResult)_end!(this, _ended)!;
        }

#pragma warning disable RS0030 // The call does not block: the task has ended.
        return operation.Result;
#pragma warning restore RS0030
    }

    private Task Begin(Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin)
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        object state = new();
        IAsyncResult? result = begin(this, result => End(result, ended), state);
        if (result is null || !ReferenceEquals(result.AsyncState, state))
        {
            throw new InvalidOperationException(
                $"BeginExecute of '{Instance.Activity.DisplayName}' must return a result whose AsyncState is the state that it was given.");
        }

        if (result.CompletedSynchronously)
        {
            End(result, ended);
        }

        return ended.Task;
    }

    private void End(IAsyncResult result, TaskCompletionSource ended)
    {
        // An operation may call the callback twice, on two threads. Only the first result is used: the End method may already be running with it. The result
        // is stored before the task completes, because the continuation reads it.
        ArgumentNullException.ThrowIfNull(result);
        Interlocked.CompareExchange(ref _ended, result, null);
        ended.TrySetResult();
    }
}
