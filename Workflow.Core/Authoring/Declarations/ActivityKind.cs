namespace Workflow;

/// <summary>The method that does the work of an activity. Each base class has one kind.</summary>
internal enum ActivityKind : byte
{
    /// <summary>An implementation: another activity does the work.</summary>
    Composite,

    /// <summary>One synchronous method.</summary>
    Code,

    /// <summary>One synchronous method that returns a value.</summary>
    CodeWithResult,

    /// <summary>A method that schedules other activities.</summary>
    Native,

    /// <summary>One asynchronous operation.</summary>
    Asynchronous,
}
