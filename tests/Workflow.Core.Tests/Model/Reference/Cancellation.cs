using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>Rule 3: cancellation.</summary>
internal sealed class Cancellation(Interpreter interpreter)
{
    /// <summary>
    /// Sets the flag and adds an item at the front of the queue (rule 3.1). A second request, or a request for a completed instance, has no effect.
    /// </summary>
    public void Request(Instance instance)
    {
        if (!instance.IsExecuting || instance.IsCancellationRequested)
        {
            interpreter.See(Feature.SecondCancelRequest, instance.IsExecuting);
            return;
        }

        interpreter.See(Feature.CancelRequested);
        instance.IsCancellationRequested = true;
        interpreter.Records.CancelRequested(instance);
        interpreter.PushFront(new Item(ItemKind.Cancel, instance, () => Turn(instance)));
    }

    public void RequestChild(Instance parent, Instance child)
    {
        if (child.IsExecuting && child.Parent != parent)
        {
            interpreter.See(Feature.CancelRefused);
            throw new InvalidOperationException("Rule 6.2.");
        }

        Request(child);
    }

    /// <summary>Adds the requests at the front of the queue in scheduling order, so the child scheduled last is canceled first (rule 3.2).</summary>
    public void RequestChildren(Instance parent) => parent.Children.ForEach(Request);

    public void BeginDefault(Instance instance)
    {
        interpreter.See(Feature.DefaultCancellation);
        instance.IsInDefaultCancellation = true;
        RequestChildren(instance);
    }

    public void Mark(Instance instance)
    {
        interpreter.See(instance.IsCancellationRequested ? Feature.MarkedCanceled : Feature.MarkRefused);
        instance.IsMarkedCanceled |= instance.IsCancellationRequested
            ? true
            : throw new InvalidOperationException("Rule 3.4.");
    }

    private void Turn(Instance instance)
    {
        Node node = instance.Node!;
        if (!instance.HasStarted)
        {
            // Rule 2.2: neither Execute nor Cancel is called. The instance becomes Canceled at the end of this item.
            interpreter.See(Feature.CanceledBeforeBody);
            interpreter.See(Feature.CanceledWhilePreparing, instance.Children.Count > 0);
            RequestChildren(instance);
        }
        else if (node.Spec.Kind == NodeKind.Native)
        {
            RunOverride(instance, node);
        }
        else if (node.Spec.Kind is NodeKind.Sequence or NodeKind.Parallel or NodeKind.Expression)
        {
            BeginDefault(instance);
        }
    }

    private void RunOverride(Instance instance, Node node)
    {
        interpreter.See(Feature.CancelOverride, node.Spec.Cancel is not null);
        Call call = new(interpreter.Session, node, interpreter.DoorOf(instance), IsCancel: true);
        interpreter.Session.Run(call, "cancel", node.Spec.Cancel is { } cancel ? cancel.Commands : [new CancelByDefault()]);
    }
}
