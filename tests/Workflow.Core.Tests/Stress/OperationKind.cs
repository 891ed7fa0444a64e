namespace Workflow.Core.Tests.Stress;

/// <summary>What is asked of an application.</summary>
internal enum OperationKind
{
    Run,
    Resume,
    Bookmarks,
    Cancel,
    Terminate,
    Abort,
    Persist,
    Unload,
}
