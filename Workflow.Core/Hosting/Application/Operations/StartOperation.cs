using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Starts the instance for the next operation, which waits until the instance runs. As an operation of its own, it is performed after earlier ones such as a
/// load.
/// </summary>
internal sealed class StartOperation(HostOperation operation) : HostOperation
{
    public override bool IsGivenUp => operation.IsGivenUp;

    /// <summary>Inserts a start before each operation that needs it.</summary>
    public static ActorMessage? AddTo(ActorMessage? chain)
    {
        ActorMessage? first = chain;
        ActorMessage? previous = null;
        for (ActorMessage? message = chain; message is not null; message = message.Next)
        {
            if (message is HostOperation { StartsInstance: true } waiting)
            {
                StartOperation start = new(waiting) { Next = waiting };
                first = previous is null ? start : first;
                previous?.Next = start;
            }

            previous = message;
        }

        return first;
    }

    public override ValueTask PerformAsync(OperationTarget instance)
    {
        if (instance.Phase is InstancePhase.Fresh or InstancePhase.Ready)
        {
            SpanTrail.Pass(operation, instance);
            instance.StartRun();
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(OperationTarget instance, Exception exception) => operation.Fail(instance, exception);
}
