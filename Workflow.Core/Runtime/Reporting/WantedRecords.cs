namespace Workflow.Runtime.Reporting;

/// <summary>The kinds of records of an activity, as bits. A record whose bit is not set is not created (rule 15.2).</summary>
[Flags]
internal enum WantedRecords : byte
{
    None = 0,

    Executing = 1,

    Closed = 2,

    Canceled = 4,

    Faulted = 8,

    /// <summary>The activity schedules a child.</summary>
    Schedules = 16,

    /// <summary>The activity is scheduled.</summary>
    IsScheduled = 32,

    All = Executing | Closed | Canceled | Faulted | Schedules | IsScheduled,
}
