namespace Workflow.Perf.Table;

/// <summary>The tables of the report; a row that belongs to two is measured once and printed in both.</summary>
[Flags]
internal enum Section
{
    /// <summary>The published component rows.</summary>
    Component = 1,

    /// <summary>The budget rows of engine.md.</summary>
    Budget = 2,

    /// <summary>What tracking costs.</summary>
    Tracking = 8,

    /// <summary>Instances in databases.</summary>
    Database = 16,

    /// <summary>Workflows in the style of WF3.</summary>
    Legacy = 32,

    /// <summary>What explains another row.</summary>
    Further = 4,
}
