namespace Workflow.Expressions;

/// <summary>Whether both of two conditions hold; <c>&amp;&amp;</c> in C#. The right one does not run when the left one is false.</summary>
public sealed class AndAlso : ShortCircuitOperator
{
    private protected override bool Decisive => false;
}
