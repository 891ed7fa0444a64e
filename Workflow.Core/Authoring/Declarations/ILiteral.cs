namespace Workflow.Expressions;

/// <summary>A literal of any type.</summary>
public interface ILiteral
{
    /// <summary>The value.</summary>
    object? Value { get; }
}
