namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs each set-up as "+name" and each clean-up as "-name"; either can throw.</summary>
internal sealed class ThreadProperty(Log log, string name) : IExecutionProperty
{
    public Exception? SetupFailure { get; set; }

    public Exception? CleanupFailure { get; set; }

    public void SetupWorkflowThread()
    {
        log.Add($"+{name}");
        if (SetupFailure is not null)
        {
            throw SetupFailure;
        }
    }

    public void CleanupWorkflowThread()
    {
        log.Add($"-{name}");
        if (CleanupFailure is not null)
        {
            throw CleanupFailure;
        }
    }
}
