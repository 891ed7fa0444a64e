namespace Workflow.Perf.Databases;

internal enum DatabaseKind
{
    /// <summary>A file in the folder for temporary files.</summary>
    Sqlite,

    /// <summary>
    /// A database on the server that the environment variable WORKFLOW_POSTGRES names, or else on a private server whose commits are flushed to disk.
    /// </summary>
    PostgreSql,

    /// <summary>A database on the server that the environment variable WORKFLOW_SQLSERVER names.</summary>
    SqlServer,
}
