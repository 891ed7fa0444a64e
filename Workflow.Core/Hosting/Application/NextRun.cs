namespace Workflow.Hosting;

/// <summary>How the instance goes on.</summary>
internal enum NextRun : byte
{
    /// <summary>Not before something arrives: it is idle, or does not run yet.</summary>
    None,

    /// <summary>With the root, for the first time.</summary>
    Root,

    /// <summary>With what is queued, was delivered to it, or was asked of it.</summary>
    Queue,
}
