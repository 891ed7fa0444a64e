using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Lets the instance run for an operation that comes next and waits for that; not before what came earlier, such as a load, was done.</summary>
internal sealed class StartOperation(HostOperation operation) : HostOperation
{
    public override bool IsGivenUp => operation.IsGivenUp;

    /// <summary>Puts one in front of each operation that needs it.</summary>
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

    public override ValueTask PerformAsync(ApplicationInstance instance)
    {
        if (instance.Phase is InstancePhase.Fresh or InstancePhase.Ready)
        {
            SpanTrail.Pass(operation, instance);
            instance.StartRun();
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(ApplicationInstance instance, Exception exception) => operation.Fail(instance, exception);
}
