namespace Workflow.Persistence;

/// <summary>An object of the workflow where the declared type does not say which. The converters of a <see cref="ValueContext"/> read it.</summary>
/// <param name="Value">The object.</param>
internal sealed record WorkflowObject(object? Value);
