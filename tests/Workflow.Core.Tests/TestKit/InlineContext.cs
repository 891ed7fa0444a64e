namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// A synchronization context that runs posted callbacks at once on the posting thread. All consequences of a call have run when the call returns.
/// </summary>
internal sealed class InlineContext : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state)
    {
        SynchronizationContext? before = Current;
        SetSynchronizationContext(this);
        try
        {
            d(state);
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }

    public override void Send(SendOrPostCallback d, object? state) => throw new NotSupportedException("Nothing is sent here, only posted.");
}
