namespace Workflow.Perf.Peers.Databases;

/// <summary>The kind of database in which a system under test stores its state.</summary>
internal enum Engine
{
    /// <summary>A database on a private server. Commits are flushed to disk.</summary>
    PostgreSql,

    /// <summary>A file with a write-ahead log in the folder for temporary files.</summary>
    Sqlite,

    /// <summary>No database. Nothing outlives the process.</summary>
    Memory,
}
