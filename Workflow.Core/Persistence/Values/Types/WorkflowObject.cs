namespace Workflow.Persistence;

/// <summary>Any object of the workflow itself, where the declared type does not say which; the converters of a <see cref="ValueContext"/> read it.</summary>
/// <param name="Value">The object.</param>
internal sealed record WorkflowObject(object? Value);
