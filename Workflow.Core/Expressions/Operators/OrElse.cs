namespace Workflow.Expressions;

/// <summary>Whether at least one of two conditions is true; <c>||</c> in C#. The right condition is not evaluated if the left one is true.</summary>
public sealed class OrElse : ShortCircuitOperator
{
    private protected override bool Decisive => true;
}
