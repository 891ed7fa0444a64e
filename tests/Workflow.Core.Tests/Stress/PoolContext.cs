namespace Workflow.Core.Tests.Stress;

/// <summary>A synchronization context that runs posted callbacks on the thread pool, several at a time.</summary>
internal sealed class PoolContext : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state) => ThreadPool.QueueUserWorkItem(
        _ =>
        {
            SetSynchronizationContext(this);
            try
            {
                d(state);
            }
            finally
            {
                SetSynchronizationContext(null);
            }
        });
}
