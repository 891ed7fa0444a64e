namespace Workflow.Perf.Table;

/// <summary>The tables of the report. A row that belongs to two tables is measured once and printed in both.</summary>
[Flags]
internal enum Section
{
    /// <summary>The published component rows.</summary>
    Component = 1,

    /// <summary>The rows with budgets from engine.md.</summary>
    Budget = 2,

    /// <summary>The rows that measure the cost of tracking.</summary>
    Tracking = 8,

    /// <summary>The rows with instances in databases.</summary>
    Database = 16,

    /// <summary>The rows with workflows in the style of WF3.</summary>
    Legacy = 32,

    /// <summary>The rows that explain other rows.</summary>
    Further = 4,
}
