namespace Workflow.Hosting;

/// <summary>A request to abort the instance of an application, with its reason.</summary>
/// <param name="Reason">The reason; null if an activity gave none.</param>
internal sealed record AbortRequest(Exception? Reason);
