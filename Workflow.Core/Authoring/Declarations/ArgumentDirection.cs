namespace Workflow;

/// <summary>The direction in which a value is passed between an activity and its scope (rule 4.3).</summary>
public enum ArgumentDirection
{
    /// <summary>The value is evaluated once, before the activity runs, and copied.</summary>
    In = 0,

    /// <summary>The activity writes the value. Each write immediately changes the bound location.</summary>
    Out = 1,

    /// <summary>The activity reads and writes the bound location.</summary>
    InOut = 2,
}
