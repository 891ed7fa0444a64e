using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>An asynchronous participant completes on another thread at any moment of the delivery.</summary>
public sealed class DeliveryRaceTests
{
    private const int Rounds = 200;

    [Fact]
    [Rule("15.4")]
    public async Task AsyncParticipant_CompletesDuringDelivery_LosesNothing()
    {
        using RacingParticipant participant = new();
        Sequence root = new();
        for (int i = 0; i < 50; i++)
        {
            root.Activities.Add(new Sequence());
        }

        for (int round = 0; round < Rounds; round++)
        {
            WorkflowInvoker invoker = new(root);
            invoker.Extensions.Add(participant);
            await invoker.InvokeAsync().WaitAsync(HangGuard.Limit);
        }

        Assert.Equal(0, participant.DroppedRecords);
        Assert.True(participant.Calls > Rounds * root.Activities.Count, "Each activity has records.");
    }

    /// <summary>A participant whose tasks are completed by a dedicated thread, a little earlier or later each time.</summary>
    private sealed class RacingParticipant : TrackingParticipant, IDisposable
    {
        private TaskCompletionSource? _pending;
        private bool _isOver;

        public RacingParticipant() => new Thread(Complete) { IsBackground = true }.Start();

        public override bool IsGuaranteed => true;

        public int Calls { get; private set; }

        public void Dispose() => Volatile.Write(ref _isOver, true);

        protected override void Track(TrackingRecord record, TimeSpan timeout) => throw new NotSupportedException("Only the asynchronous method is called.");

        protected override Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken)
        {
            TaskCompletionSource call = new(TaskCreationOptions.RunContinuationsAsynchronously);
            Volatile.Write(ref _pending, call);
            Thread.SpinWait(Calls++ % 16);
            return call.Task;
        }

        private void Complete()
        {
            while (!Volatile.Read(ref _isOver))
            {
                Interlocked.Exchange(ref _pending, null)?.SetResult();
            }
        }
    }
}
