using System.Data.Common;
using System.Xml.Linq;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace OrderApproval.Storage;

/// <summary>
/// Enters a new order in a table of the application, in the transaction that saves its workflow for the first time. The number is the primary key of the table,
/// so an order has one workflow, even if two programs start it at the same time: the save of the second one fails, and nothing of it is stored.
/// </summary>
internal sealed class OrderEntry(SqlInstanceStore store, StoreEngine engine, Guid instanceId, string number)
    : PersistenceIOParticipant(isSaveTransactionRequired: true, isLoadTransactionRequired: false)
{
    /// <summary>Returns the statement that creates the table if it does not exist.</summary>
    public static string CreateTable(StoreEngine engine) => engine switch
    {
        StoreEngine.PostgreSql => "CREATE TABLE IF NOT EXISTS approval_entry (number text NOT NULL PRIMARY KEY, instance_id uuid NOT NULL)",
        StoreEngine.SqlServer =>
            "IF OBJECT_ID(N'approval_entry') IS NULL CREATE TABLE approval_entry (number nvarchar(100) NOT NULL PRIMARY KEY, instance_id uniqueidentifier NOT NULL)",
        _ => "CREATE TABLE IF NOT EXISTS approval_entry (number TEXT NOT NULL PRIMARY KEY, instance_id TEXT NOT NULL)",
    };

    /// <summary>Returns the key of an order. Numbers are not case-sensitive.</summary>
    public static string KeyOf(string number) => number.ToUpperInvariant();

    protected override async Task OnSaveAsync(
        IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken)
    {
        DbConnection connection = await store.GetTransactionConnectionAsync(cancellationToken);
        await using DbCommand insert = connection.CreateCommand();
        insert.CommandText = "INSERT INTO approval_entry (number, instance_id) VALUES (@number, @instance_id)";
        Add(insert, "@number", KeyOf(number));
        Add(insert, "@instance_id", engine == StoreEngine.Sqlite ? instanceId.ToString() : instanceId);
        await insert.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>Does nothing, because the owner of the transaction rolls it back.</summary>
    protected override void Abort()
    {
    }

    private static void Add(DbCommand command, string name, object value)
    {
        DbParameter parameter = command.CreateParameter();
        parameter.ParameterName = name;
        parameter.Value = value;
        command.Parameters.Add(parameter);
    }
}
