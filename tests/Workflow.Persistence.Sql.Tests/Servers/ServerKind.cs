namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The database servers that tests need and a machine may lack.</summary>
public enum ServerKind
{
    /// <summary>The PostgreSQL server that all test classes share.</summary>
    PostgreSql,

    /// <summary>A PostgreSQL server for one test class, which can stop and start the server.</summary>
    RestartablePostgreSql,

    /// <summary>The PostgreSQL server that all test classes share, and a PgBouncer in front of it.</summary>
    PgBouncer,

    /// <summary>The SQL Server instance that the environment variable WORKFLOW_SQLSERVER names.</summary>
    SqlServer,
}
