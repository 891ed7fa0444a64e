namespace Workflow.Hosting;

/// <summary>The work that an instance runs next.</summary>
internal enum NextRun : byte
{
    /// <summary>Nothing before new input arrives: the instance is idle or does not run yet.</summary>
    None,

    /// <summary>The root, for the first time.</summary>
    Root,

    /// <summary>The queued items, deliveries and requests.</summary>
    Queue,
}
