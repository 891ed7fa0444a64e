using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>Rule 5: faults.</summary>
internal sealed class Faults(Interpreter interpreter)
{
    /// <summary>Tears down the source and its descendants, notifies its parent, and then propagates the exception (rule 5.1).</summary>
    public void Raise(Instance source, Exception exception, Instance reported)
    {
        interpreter.See(Feature.Fault);
        if (source.IsExecuting)
        {
            Abort(source, exception);
        }

        Propagate(exception, reported, source);
    }

    /// <summary>Tears down a subtree and notifies its parent, if there is one.</summary>
    public void Abort(Instance top, Exception? reason)
    {
        TearDown(top, reason);
        interpreter.TellParent(top);
    }

    /// <summary>Tears down children first, in scheduling order, depth first. Calls <c>Abort</c> overrides only on instances whose body was called.</summary>
    public void TearDown(Instance top, Exception? reason)
    {
        foreach (Instance child in top.Children)
        {
            TearDown(child, reason);
        }

        if (top.HasStarted && top.Node!.Spec.Kind == NodeKind.Native)
        {
            interpreter.See(Feature.AbortOverride);
            interpreter.See(Feature.AbortOverrideThrew, top.Node.Spec.AbortThrows);
            interpreter.Session.Add($"{top.Name} abort {Session.TextOf(reason)}");
        }

        top.State = ActivityInstanceState.Faulted;
        interpreter.Records.Reached(top);
        interpreter.Bookmarks.RemoveAll(top);
    }

    /// <summary>Propagates an exception upward one level at a time (rule 5.2).</summary>
    private void Propagate(Exception exception, Instance source, Instance from)
    {
        for (Instance? level = from; level is not null; level = level.Parent)
        {
            if (level.IsCancellationRequested)
            {
                interpreter.See(Feature.FaultWhileCanceling);
                interpreter.RequestAbort(new InvalidOperationException("Rule 3.7.", exception));
                return;
            }

            if (level.TellsFault)
            {
                interpreter.See(Feature.FaultCallbackAboveSource, level != source);
                interpreter.Records.FaultPropagated(exception, source, from, level.Parent);
                interpreter.PushFront(Ask(level, exception, source));
                return;
            }
        }

        interpreter.See(Feature.FaultUnhandled);
        interpreter.Records.FaultPropagated(exception, source, from, null);
        interpreter.RequestTermination(exception, isUnhandled: true);
    }

    /// <summary>Creates the item that calls a fault callback and handles its outcome (rule 5.4).</summary>
    private Item Ask(Instance carrier, Exception exception, Instance source)
    {
        Instance owner = carrier.Parent!;
        return new Item(
            ItemKind.Fault,
            owner,
            () =>
            {
                interpreter.See(Feature.FaultCallback);
                ModelDoor door = interpreter.DoorOf(owner, isFault: true);
                int children = owner.Children.Count;
                try
                {
                    Call call = new(interpreter.Session, owner.Node!, door, carrier);
                    interpreter.Session.Run(call, $"fault '{Session.TextOf(exception)}' of {source.Name} out of {carrier.Name}", owner.Node!.Spec.OnFault);
                }
                catch (ScriptedException)
                {
                    interpreter.See(door.IsFaultHandled ? Feature.FaultCallbackThrewAfterHandling : Feature.FaultCallbackThrew);
                    throw;
                }

                interpreter.See(door.IsFaultHandled ? Feature.FaultHandled : Feature.FaultPassedOn);
                interpreter.See(Feature.FaultHandledWithChildScheduled, door.IsFaultHandled && owner.Children.Count > children);
                if (!door.IsFaultHandled)
                {
                    Propagate(exception, source, owner);
                }
            },
            source);
    }
}
