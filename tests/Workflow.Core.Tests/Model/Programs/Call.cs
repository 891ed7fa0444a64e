namespace Workflow.Core.Tests.Model.Programs;

/// <summary>One call of user code.</summary>
/// <param name="Session">The run.</param>
/// <param name="Node">The activity whose code is called.</param>
/// <param name="Door">The operations that the code can perform.</param>
/// <param name="Given">The instance that the callback received; null if there is none.</param>
/// <param name="IsCancel">True if <c>Cancel</c> is called.</param>
internal sealed record Call(Session Session, Node Node, Door Door, object? Given = null, bool IsCancel = false)
{
    private static readonly string?[] Names = [null, "a", "b", "c"];

    public static string? NameOf(int name) => Names[name % Names.Length];

    public object? Pick(Target target, int which)
    {
        if (target == Target.Given)
        {
            return Given;
        }

        IReadOnlyList<object> candidates = target == Target.Child ? Door.Children() : Session.Kept;
        return candidates.Count == 0 ? null : candidates[which % candidates.Count];
    }
}
