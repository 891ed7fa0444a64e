namespace Workflow.Core.Tests.Stress;

/// <summary>The ways in which the instance of an application has ended. An unloaded or completed instance can also be aborted.</summary>
[Flags]
internal enum Ends
{
    None = 0,

    Completed = 1,

    /// <summary>Completed in the state Faulted; combined with <see cref="Completed"/>.</summary>
    Terminated = 2,

    Unloaded = 4,

    Aborted = 8,
}
