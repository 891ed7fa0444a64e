namespace Workflow.Tracking;

/// <summary>Which activities the "*" of a query means.</summary>
public enum ImplementationVisibility
{
    /// <summary>Those that the author of the workflow placed, and not what an activity is made of inside (rule 15.3).</summary>
    RootScope = 0,

    /// <summary>All of them.</summary>
    All = 1,
}
