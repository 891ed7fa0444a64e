using Workflow.Definition;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>What ties an instance to its parent: the callbacks, and the argument or default that waits for its result.</summary>
internal static class FrameLinks
{
    private const string KindKey = "calls", CompletedKey = "onCompleted", FaultedKey = "onFaulted", StepKey = "step";

    public static void Write(Frame frame, SnapshotWriter writer)
    {
        if (frame.Parent is not { } parent)
        {
            return;
        }

        if (frame.ResultStep is { } step)
        {
            writer.Json.WriteNumber(StepKey, step.Slot);
        }

        if (frame.CompletionKind != CompletionKind.None)
        {
            writer.Json.WriteString(KindKey, frame.CompletionKind.ToString());
            writer.Callback(CompletedKey, frame.OnCompleted, parent.Activity);
        }

        writer.Callback(FaultedKey, frame.OnFaulted, parent.Activity);
    }

    /// <summary>Reads the links of an instance whose parent is known by now.</summary>
    public static void Load(Frame frame, Entry entry, SnapshotReader reader)
    {
        if (frame.Parent is not { } parent)
        {
            return;
        }

        frame.CallbacksValidFor = parent.Number;
        frame.OnFaulted = reader.Callback<FaultCallback>(entry, FaultedKey, parent.Activity);
        frame.CompletionKind = entry.ConstantOr(KindKey, CompletionKind.None);
        if (frame.CompletionKind != CompletionKind.None)
        {
            frame.OnCompleted = reader.Callback(entry, CompletedKey, parent.Activity, CallbackTypeOf(frame, entry, reader))
                ?? throw entry.Wrong($"has no '{CompletedKey}'");
        }

        if (entry.TryGet(StepKey, out Entry slot))
        {
            frame.ResultStep = StepOf(parent, slot.Int32());
            if (frame.ResultStep?.Expression.Number != frame.Number)
            {
                throw slot.Wrong("is not the place of an argument or default that the activity computes");
            }
        }
    }

    public static List<Frame> ChildrenOf(Frame parent)
    {
        List<Frame> children = [];
        for (Frame? child = FrameTree.FirstChild(parent); child is not null; child = child.NextSibling)
        {
            children.Add(child);
        }

        return children;
    }

    /// <summary>The engine takes the type of a callback for granted when it calls it, so it is exact here.</summary>
    private static Type CallbackTypeOf(Frame frame, Entry entry, SnapshotReader reader) => frame.CompletionKind switch
    {
        CompletionKind.Plain => typeof(CompletionCallback),
        CompletionKind.Result when frame.Number != Frame.NoActivity && frame.Activity is ActivityWithResult activity =>
            typeof(CompletionCallback<>).MakeGenericType(activity.ResultType),
        CompletionKind.DelegateOutputs when entry.TryGet("delegate", out _) => typeof(DelegateCompletionCallback),
        CompletionKind.DelegateResult when entry.TryGet("delegate", out _) && ResultOf(reader.Program.Delegates[frame.DelegateNumber].Delegate) is { } result =>
            typeof(CompletionCallback<>).MakeGenericType(result),
        _ => throw entry.Get(KindKey).Wrong("does not go with the activity"),
    };

    private static Type? ResultOf(ActivityDelegate function)
    {
        // The functions of the library, from which an author's own derives.
        Type? type = function.GetType();
        while (type is not null && !(type.Assembly == typeof(ActivityDelegate).Assembly && type.Name.StartsWith("ActivityFunc`", StringComparison.Ordinal)))
        {
            type = type.BaseType;
        }

        return type?.GenericTypeArguments[^1];
    }

    private static ArgumentStep? StepOf(Frame parent, int slot)
    {
        foreach (PlannedStep planned in (parent.Plan.Arguments ?? []).Concat(parent.Plan.Variables ?? []))
        {
            if (planned.Step.Slot == slot)
            {
                return planned.Step;
            }
        }

        return null;
    }
}
