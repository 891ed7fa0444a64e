namespace Workflow.Core.Tests.Stress;

/// <summary>How the instance of an application has ended; an instance that has left it can be aborted besides.</summary>
[Flags]
internal enum Ends
{
    None = 0,

    Completed = 1,

    /// <summary>Completed as faulted; beside <see cref="Completed"/>.</summary>
    Terminated = 2,

    Unloaded = 4,

    Aborted = 8,
}
