namespace Workflow.Tracking;

/// <summary>The activities that "*" in a query matches.</summary>
public enum ImplementationVisibility
{
    /// <summary>The activities that the workflow contains directly, without those in the implementation of other activities (rule 15.3).</summary>
    RootScope = 0,

    /// <summary>All activities.</summary>
    All = 1,
}
