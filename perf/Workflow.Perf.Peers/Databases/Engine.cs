namespace Workflow.Perf.Peers.Databases;

/// <summary>Where a system under test keeps its state.</summary>
internal enum Engine
{
    /// <summary>A database on a private server, whose commits reach the disk.</summary>
    PostgreSql,

    /// <summary>A file with a write-ahead log in the folder for temporary files.</summary>
    Sqlite,

    /// <summary>Nothing outlives the process.</summary>
    Memory,
}
