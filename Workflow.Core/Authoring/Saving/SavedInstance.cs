namespace Workflow;

/// <summary>Represents one save or load of an instance; all objects of the snapshot refer to the same object.</summary>
/// <param name="Id">The id of the instance.</param>
internal sealed record SavedInstance(Guid Id);
