using Workflow.Foundation;

namespace Workflow.Definition;

/// <summary>The order in which arguments are evaluated (rule 4.2).</summary>
internal static class EvaluationOrder
{
    public static int Compare(RuntimeArgument left, RuntimeArgument right)
    {
        int leftOrder = left.Bound?.EvaluationOrder ?? Argument.UnspecifiedEvaluationOrder;
        int rightOrder = right.Bound?.EvaluationOrder ?? Argument.UnspecifiedEvaluationOrder;
        return leftOrder != rightOrder ? leftOrder.CompareTo(rightOrder) : NameHash.Compare(left.Name!, right.Name!);
    }
}
