namespace Workflow.Runtime.State;

/// <summary>The callbacks of activity instances, and which methods can be one.</summary>
internal static class Callbacks
{
    /// <summary>A callback must be found again after the instance was stored, so it is a method of the activity or static (rule 1.10).</summary>
    public static void Validate(Frame owner, Delegate? callback)
    {
        if (callback is not null && ((callback.Target is not null && !ReferenceEquals(callback.Target, owner.Activity)) || !callback.HasSingleTarget))
        {
            throw new ArgumentException(
                $"The callback '{callback.Method.Name}' of '{owner.Activity.DisplayName}' is neither a method of that activity nor a static method; do not use a lambda or a method of another object.",
                nameof(callback));
        }
    }

    /// <summary>Gives a child the callbacks of its parent. Those that the frame has from an earlier child of the same activity are valid.</summary>
    public static void Set(Frame parent, Frame child, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        child.CompletionKind = kind;
        bool isKnown = child.CallbacksValidFor == parent.Number;
        if (!isKnown || !ReferenceEquals(child.OnCompleted, onCompleted))
        {
            Validate(parent, onCompleted);
            child.OnCompleted = onCompleted;
        }

        if (!isKnown || !ReferenceEquals(child.OnFaulted, onFaulted))
        {
            Validate(parent, onFaulted);
            child.OnFaulted = onFaulted;
        }

        child.CallbacksValidFor = parent.Number;
    }
}
