using Workflow.Tracking;

namespace Workflow;

/// <summary>What an asynchronous activity sees of the run it is part of; usable until its operation ended.</summary>
#pragma warning disable CA1001 // A source without timer and wait handle holds nothing to dispose, and an operation may use its token after its end.
public sealed class AsyncCodeActivityContext : CodeActivityContext
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _cancellation = new();
    private Func<AsyncCodeActivityContext, IAsyncResult, object?>? _end;
    private IAsyncResult? _ended;

    /// <summary>What was handed over and not told yet. Under a lock on <see cref="_cancellation"/>, which nobody else locks: few operations track anything.</summary>
    private List<CustomTrackingRecord>? _records;

    internal AsyncCodeActivityContext(ExecutionPort port, ActivityInstance instance)
        : base(port, instance)
    {
    }

    /// <summary>Whether the activity was asked to cancel; false while it is torn down by an abort or a termination (rule 3.4).</summary>
    public bool IsCancellationRequested => Current.IsCancellationRequested;

    /// <summary>Anything that Begin leaves for End or Cancel; null by default.</summary>
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

    /// <summary>The instance cannot be saved while the operation is outstanding (rule 7.1).</summary>
    internal bool HoldsNoPersist { get; set; }

    /// <summary>Makes the activity end <see cref="ActivityInstanceState.Canceled"/>.</summary>
    /// <exception cref="InvalidOperationException">Nobody asked it to cancel (rule 3.4).</exception>
    public void MarkCanceled()
    {
        if (!Current.IsCancellationRequested && !IsAborting)
        {
            throw new InvalidOperationException($"'{Instance.Activity.DisplayName}' cannot be marked as canceled: it has received no cancel request; check IsCancellationRequested first.");
        }

        IsMarkedCanceled = true;
    }

    /// <summary>Tells what the operation has handed over; called on the thread that owns the instance.</summary>
    internal void TellRecords()
    {
        List<CustomTrackingRecord>? records;
        lock (_cancellation)
        {
            records = _records;
            _records = null;
        }

        records?.ForEach(record => Port.Track(Instance, record));
    }

    /// <summary>From any thread: the instance may be running something else now.</summary>
    private protected override void HandOver(CustomTrackingRecord record)
    {
        ThrowIfDisposed();
        lock (_cancellation)
        {
            (_records ??= []).Add(record);
        }
    }

    internal void RequestCancellation() => _cancellation.Cancel();

    /// <summary>Bridges a WF4 pair: the task ends when the begun operation did; <see cref="EndPair"/> calls the end.</summary>
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

    /// <summary>The same for a pair with a result, which <see cref="EndPair{TResult}"/> takes; that of the task is not used.</summary>
    internal async Task<TResult> BeginEnd<TResult>(
        Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin, Func<AsyncCodeActivityContext, IAsyncResult, TResult> end)
    {
        _end = (context, result) => end(context, result);
        await Begin(begin).ConfigureAwait(false);
        return default!;
    }

    /// <summary>Ends a bridged pair, on the instance's thread; does nothing for an operation that is none.</summary>
    internal void EndPair()
    {
        if (_ended is not null)
        {
            _end!(this, _ended);
        }
    }

    /// <summary>Ends an operation with a result, whose task has succeeded.</summary>
    internal TResult EndPair<TResult>(Task<TResult> operation)
    {
        if (_ended is not null)
        {
            return (TResult)_end!(this, _ended)!;
        }

#pragma warning disable RS0030 // Nobody is blocked: the task has ended.
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
        // A callback that comes again must not change what the end gets, which may be running.
        ArgumentNullException.ThrowIfNull(result);
        Interlocked.CompareExchange(ref _ended, result, null);
        ended.TrySetResult();
    }
}
