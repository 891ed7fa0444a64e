namespace Workflow;

/// <summary>The method that does the work of an activity. Each base class has its kind.</summary>
internal enum ActivityKind : byte
{
    /// <summary>An implementation that another activity provides.</summary>
    Composite,

    /// <summary>One synchronous method.</summary>
    Code,

    /// <summary>One synchronous method that returns a value.</summary>
    CodeWithResult,

    /// <summary>A method that schedules others.</summary>
    Native,

    /// <summary>One asynchronous operation.</summary>
    Asynchronous,
}
