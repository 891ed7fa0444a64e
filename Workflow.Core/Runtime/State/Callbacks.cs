namespace Workflow.Runtime.State;

/// <summary>Validates the callbacks of activity instances and assigns them to frames.</summary>
internal static class Callbacks
{
    /// <summary>
    /// Checks that a callback is a method of the activity or a static method, because only these can be found again after a load (rule 1.10).
    /// </summary>
    public static void Validate(Frame owner, Delegate? callback)
    {
        if (callback is not null && ((callback.Target is not null && !ReferenceEquals(callback.Target, owner.Activity)) || !callback.HasSingleTarget))
        {
            throw new ArgumentException(
                $"The callback '{callback.Method.Name}' of '{owner.Activity.DisplayName}' is neither a method of that activity nor a static method; do not use a lambda or a method of another object.",
                nameof(callback));
        }
    }

    /// <summary>
    /// Assigns the callbacks of the parent to a child. Callbacks that the frame kept from an earlier child of the same parent are not validated again.
    /// </summary>
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
