namespace Workflow.Expressions;

/// <summary>Whether two conditions are both true; <c>&amp;&amp;</c> in C#. The right condition is not evaluated if the left one is false.</summary>
public sealed class AndAlso : ShortCircuitOperator
{
    private protected override bool Decisive => false;
}
