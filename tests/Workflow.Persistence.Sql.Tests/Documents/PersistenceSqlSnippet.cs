using System.Data.Common;
using System.Security.Cryptography;
using System.Transactions;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>The code of the page persistence-sql.md. The lines must be the same as on the page.</summary>
internal static class PersistenceSqlSnippet
{
    public static async Task<SqlInstanceStore> OpenAsync(CancellationToken cancellationToken)
    {
        SqlInstanceStore store = SqlInstanceStore.OpenSqlite("orders.db", new SqlInstanceStoreOptions { StateEncoding = StateEncoding.Brotli });
        await store.EnsureSchemaAsync(cancellationToken);
        return store;
    }

    public static SqlInstanceStoreOptions Promoting() => new()
    {
        Promotions =
        {
            ["Order"] = new()
            {
                Texts = { "Customer" },
                Numbers = { "Total" },
                Times = { "Deadline" },
                Flags = { "IsExpress" },
                Ids = { "Branch" },
            },
        },
    };

    public sealed class AddOrder : AsyncCodeActivity
    {
        [RequiredArgument]
        public InArgument<string> Customer { get; set; } = null!;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            string customer = Customer.Get(context)!;
            DbConnection connection = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await using DbCommand command = connection.CreateCommand();
            command.CommandText = "INSERT INTO orders (customer) VALUES (@customer)";
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = "@customer";
            parameter.Value = customer;
            command.Parameters.Add(parameter);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    public static async Task SaveWithOrderAsync(SqlInstanceStore store, InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        using TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        DbConnection connection = await store.GetTransactionConnectionAsync(cancellationToken);
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "INSERT INTO orders (instance_id) VALUES (@instance)";
        DbParameter instance = command.CreateParameter();
        instance.ParameterName = "@instance";
        instance.Value = save.InstanceId;
        command.Parameters.Add(instance);
        await command.ExecuteNonQueryAsync(cancellationToken);
        await store.SaveAsync(owner, save, cancellationToken);
        scope.Complete();
    }

    public static async Task<Guid> PlaceOrderAsync(SqlInstanceStore store, DbConnection connection, Activity process, CancellationToken cancellationToken)
    {
        await using DbTransaction transaction = await connection.BeginTransactionAsync(cancellationToken);
        WorkflowApplication application = new(process);
        await using (DbCommand command = connection.CreateCommand())
        {
            command.Transaction = transaction;
            command.CommandText = "INSERT INTO orders (instance_id) VALUES (@instance)";
            DbParameter instance = command.CreateParameter();
            instance.ParameterName = "@instance";
            instance.Value = application.Id;
            command.Parameters.Add(instance);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }

        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            application.InstanceStore = bound;
            await application.UnloadAsync(cancellationToken);
        }

        await transaction.CommitAsync(cancellationToken);
        return application.Id;
    }

    public static async Task ApproveAsync(SqlInstanceStore store, DbTransaction transaction, Activity process, Guid id, CancellationToken cancellationToken)
    {
        await using SqlTransactionStore bound = store.UseTransaction(transaction);
        WorkflowApplication application = new(process) { InstanceStore = bound };
        await application.LoadAsync(id, cancellationToken);
        await application.ResumeBookmarkAsync("approve", true, cancellationToken);
        await application.UnloadAsync(cancellationToken);
    }

    public sealed class AesProtector(string currentKeyId, IReadOnlyDictionary<string, byte[]> keys) : StateProtector
    {
        private const int NonceSize = 12, TagSize = 16;

        public override string CurrentKeyId => currentKeyId;

        public override byte[] Protect(ReadOnlySpan<byte> state, string keyId, Guid instanceId)
        {
            byte[] result = new byte[NonceSize + TagSize + state.Length];
            Span<byte> nonce = result.AsSpan(0, NonceSize), tag = result.AsSpan(NonceSize, TagSize);
            RandomNumberGenerator.Fill(nonce);
            using AesGcm aes = new(keys[keyId], TagSize);
            aes.Encrypt(nonce, state, result.AsSpan(NonceSize + TagSize), tag, instanceId.ToByteArray());
            return result;
        }

        public override byte[] Unprotect(ReadOnlySpan<byte> protectedState, string keyId, Guid instanceId)
        {
            byte[] state = new byte[protectedState.Length - NonceSize - TagSize];
            using AesGcm aes = new(keys[keyId], TagSize);
            ReadOnlySpan<byte> nonce = protectedState[..NonceSize], tag = protectedState.Slice(NonceSize, TagSize);
            aes.Decrypt(nonce, protectedState[(NonceSize + TagSize)..], tag, state, instanceId.ToByteArray());
            return state;
        }
    }

    public static Task<long> PurgeAsync(SqlInstanceStore store, TimeSpan retention, CancellationToken cancellationToken) =>
        store.PurgeAsync(retention, cancellationToken);
}
