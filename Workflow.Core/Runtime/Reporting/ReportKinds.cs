namespace Workflow.Runtime.Reporting;

/// <summary>What may be reported of an activity, as bits: a record of which no bit is set is not made (rule 15.2).</summary>
[Flags]
internal enum ReportKinds : byte
{
    None = 0,

    Executing = 1,

    Closed = 2,

    Canceled = 4,

    Faulted = 8,

    /// <summary>That it schedules a child.</summary>
    Schedules = 16,

    /// <summary>That it is scheduled.</summary>
    IsScheduled = 32,

    All = Executing | Closed | Canceled | Faulted | Schedules | IsScheduled,
}
