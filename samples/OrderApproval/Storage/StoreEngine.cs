namespace OrderApproval.Storage;

/// <summary>The kinds of databases that can keep the orders.</summary>
internal enum StoreEngine
{
    Sqlite,
    PostgreSql,
    SqlServer,
}
