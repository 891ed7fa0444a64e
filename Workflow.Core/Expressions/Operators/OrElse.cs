namespace Workflow.Expressions;

/// <summary>True if at least one of two conditions is true; <c>||</c> in C#. The right condition is not evaluated if the left condition is true.</summary>
public sealed class OrElse : ShortCircuitOperator
{
    private protected override bool Decisive => true;
}
