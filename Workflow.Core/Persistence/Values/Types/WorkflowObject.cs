namespace Workflow.Persistence;

/// <summary>
/// An object of the workflow at a location whose declared type does not determine its type. The converters of a <see cref="ValueContext"/> read it.
/// </summary>
/// <param name="Value">The object.</param>
internal sealed record WorkflowObject(object? Value);
