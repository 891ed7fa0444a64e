namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The database servers that tests need and that a machine may not have.</summary>
public enum ServerKind
{
    /// <summary>The PostgreSQL server that all test classes share.</summary>
    PostgreSql,

    /// <summary>A PostgreSQL server for one test class, which can stop and start it.</summary>
    RestartablePostgreSql,

    /// <summary>The PostgreSQL server that all test classes share, and a PgBouncer in front of it.</summary>
    PgBouncer,

    /// <summary>SQL Server, or an engine that speaks its protocol and language.</summary>
    SqlServer,
}
