namespace Workflow;

/// <summary>An instance that has been saved, or loaded; one object for all that one snapshot concerns.</summary>
/// <param name="Id">The id of the instance.</param>
internal sealed record SavedInstance(Guid Id);
