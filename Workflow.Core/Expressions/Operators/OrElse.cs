namespace Workflow.Expressions;

/// <summary>Whether one of two conditions holds; <c>||</c> in C#. The right one does not run when the left one is true.</summary>
public sealed class OrElse : ShortCircuitOperator
{
    private protected override bool Decisive => true;
}
