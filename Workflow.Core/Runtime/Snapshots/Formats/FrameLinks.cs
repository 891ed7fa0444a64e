using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>The links of an instance to its parent: the callbacks, and the argument or default that takes its result.</summary>
internal static class FrameLinks
{
    private const string FaultedKey = "onFaulted", ComputesKey = "computes";

    /// <summary>
    /// The names of the member with the completion callback. The name determines the type of the callback, because overloads of a method have the same name.
    /// </summary>
    private const string CompletedKey = "onCompleted", ResultKey = "onResult", OutputsKey = "onOutputs";

    public static void Write(Frame frame, SnapshotWriter writer)
    {
        if (frame.Parent is not { } parent)
        {
            return;
        }

        if (frame.ResultBinding is { } binding)
        {
            writer.Json.WriteString(ComputesKey, writer.Layout.ScopeOf(parent.Number).NameOf(binding.Slot));
        }

        (CompletionKind kind, Delegate? onCompleted) = (frame.CompletionKind, frame.OnCompleted);
        if (parent.Has(InstanceFlags.IsStepping))
        {
            ControlFlowProgram.StepState steps = parent.Plan.Steps!.Describe(parent);
            (kind, onCompleted) = (steps.Kind, steps.OnCompleted);
        }

        if (kind is not (CompletionKind.None or CompletionKind.Expression))
        {
            writer.WriteCallback(KeyOf(kind), onCompleted, parent.Activity);
        }

        writer.WriteCallback(FaultedKey, frame.OnFaulted, parent.Activity);
    }

    /// <summary>Reads the links of an instance. Its parent must be set.</summary>
    public static void Load(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        if (frame.Parent is not { } parent)
        {
            return;
        }

        frame.CallbacksValidFor = parent.Number;
        frame.OnFaulted = reader.Callback<FaultCallback>(entry, FaultedKey, parent.Activity);
        frame.CompletionKind = KindOf(frame, entry);
        if (frame.CompletionKind != CompletionKind.None)
        {
            frame.OnCompleted = reader.Callback(entry, KeyOf(frame.CompletionKind), parent.Activity, CallbackTypeOf(frame, entry, reader));
        }

        if (entry.TryGet(ComputesKey, out SnapshotNode name))
        {
            ArgumentBinding? binding = reader.Layout.ScopeOf(parent.Number).TryFind(name.Text(), out int slot) ? BindingOf(parent, slot) : null;
            if (binding?.Expression.Number != frame.Number)
            {
                throw name.Invalid("is not an argument or default that the activity computes");
            }

            frame.ComputeFor(binding);
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

    private static string KeyOf(CompletionKind kind) => kind switch
    {
        CompletionKind.Plain => CompletedKey,
        CompletionKind.Result or CompletionKind.DelegateResult => ResultKey,
        CompletionKind.DelegateOutputs => OutputsKey,
        _ => throw new InvalidOperationException($"No callback is of the kind '{kind}'."),
    };

    private static CompletionKind KindOf(Frame frame, SnapshotNode entry)
    {
        bool isHandler = FrameFormat.IsOfDelegate(entry);
        return entry.TryGet(CompletedKey, out _) ? CompletionKind.Plain
            : entry.TryGet(ResultKey, out _) ? (isHandler ? CompletionKind.DelegateResult : CompletionKind.Result)
            : entry.TryGet(OutputsKey, out _) ? CompletionKind.DelegateOutputs
            : CompletionKind.None;
    }

    /// <summary>Returns the exact type of the callback, because the engine casts without a check when it calls it.</summary>
    private static Type CallbackTypeOf(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        bool isHandler = FrameFormat.IsOfDelegate(entry);
        return frame.CompletionKind switch
        {
            CompletionKind.Plain => typeof(CompletionCallback),
            CompletionKind.Result when frame.Number != Frame.NoActivity && frame.Activity is ActivityWithResult activity =>
                typeof(CompletionCallback<>).MakeGenericType(activity.ResultType),
            CompletionKind.DelegateOutputs when isHandler => typeof(DelegateCompletionCallback),
            CompletionKind.DelegateResult when ResultOf(reader.Program.Delegates[frame.DelegateNumber].Delegate) is { } result =>
                typeof(CompletionCallback<>).MakeGenericType(result),
            _ => throw entry.Get(KeyOf(frame.CompletionKind)).Invalid("does not fit the activity"),
        };
    }

    private static Type? ResultOf(ActivityDelegate function)
    {
        // A function of the application derives from a function of the library.
        Type? type = function.GetType();
        while (type is not null && !(type.Assembly == typeof(ActivityDelegate).Assembly && type.Name.StartsWith("ActivityFunc`", StringComparison.Ordinal)))
        {
            type = type.BaseType;
        }

        return type?.GenericTypeArguments[^1];
    }

    private static ArgumentBinding? BindingOf(Frame parent, int slot)
    {
        foreach (PlannedBinding planned in (parent.Plan.Arguments ?? []).Concat(parent.Plan.Variables ?? []))
        {
            if (planned.Binding.Slot == slot)
            {
                return planned.Binding;
            }
        }

        return null;
    }
}
