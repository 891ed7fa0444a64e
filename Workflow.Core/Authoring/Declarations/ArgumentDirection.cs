namespace Workflow;

/// <summary>The direction in which a value is passed between an activity and its scope (rule 4.3).</summary>
public enum ArgumentDirection
{
    /// <summary>Evaluated once before the activity runs, and copied.</summary>
    In = 0,

    /// <summary>Written by the activity. Each write immediately changes the bound location.</summary>
    Out = 1,

    /// <summary>Read and written in place.</summary>
    InOut = 2,
}
