namespace Workflow;

/// <summary>Which way a value goes between an activity and what surrounds it (rule 4.3).</summary>
public enum ArgumentDirection
{
    /// <summary>Evaluated once before the activity runs, and copied.</summary>
    In = 0,

    /// <summary>Written by the activity; what it writes goes through at once.</summary>
    Out = 1,

    /// <summary>Read and written in place.</summary>
    InOut = 2,
}
