namespace Workflow.Hosting;

/// <summary>That an application's instance is aborted, and why.</summary>
/// <param name="Reason">Null when an activity gave none.</param>
internal sealed record AbortRequest(Exception? Reason);
