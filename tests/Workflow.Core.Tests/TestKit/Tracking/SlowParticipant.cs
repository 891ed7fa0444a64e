using Workflow.Tracking;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A participant that completes some records only when the test ends them.</summary>
internal sealed class SlowParticipant(Func<TrackingRecord, bool> waits) : TrackingParticipant
{
    private TaskCompletionSource _source = new();

    public override bool IsGuaranteed => Guarantees;

    public bool Guarantees { get; init; }

    public Action? OnWait { get; set; }

    /// <summary>The number of records that waited, including those that never completed.</summary>
    public int Calls { get; private set; }

    public CancellationToken Token { get; private set; }

    /// <summary>Completes the record. The consequences run on this thread before the method returns.</summary>
    public void Succeed() => NoContext.Run(_source.SetResult);

    public void Fail(Exception exception) => NoContext.Run(() => _source.SetException(exception));

    protected override void Track(TrackingRecord record, TimeSpan timeout) => throw new NotSupportedException("The asynchronous one is overridden.");

    protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken)
    {
        if (!waits(record))
        {
            return Task.CompletedTask;
        }

        Calls++;
        Token = cancellationToken;
        Task task = (_source = new TaskCompletionSource()).Task;
        OnWait?.Invoke();
        return task;
    }
}
