namespace Workflow.Core.Tests.Stress;

/// <summary>The kind of an operation on an application.</summary>
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
