namespace Workflow.Expressions;

/// <summary>True if two conditions are both true; <c>&amp;&amp;</c> in C#. The right condition is not evaluated if the left condition is false.</summary>
public sealed class AndAlso : ShortCircuitOperator
{
    private protected override bool Decisive => false;
}
