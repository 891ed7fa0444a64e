using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Data.Sqlite;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Options;

public sealed class SqlInstanceStoreOptionsTests
{
    [Fact]
    public void Constructor_SeveralProblems_ReportsAll()
    {
        SqlInstanceStoreOptions options = new()
        {
            SchemaName = "Work flow",
            CompletionAction = (InstanceCompletionAction)7,
            CompletedRetention = TimeSpan.Zero,
            LeaseRenewalPeriod = TimeSpan.Zero,
            RunnableDetectionPeriod = TimeSpan.FromDays(2),
            CommandTimeout = TimeSpan.Zero,
            RetryDelay = TimeSpan.FromSeconds(-1),
            StateEncoding = (StateEncoding)9,
            LockedInstanceBehavior = (LockedInstanceBehavior)9,
            MaxStateBytes = 0,
            MaxMessageBytes = -1,
            RequestRetention = TimeSpan.Zero,
            MaxBatchCount = 0,
            MaxBatchBytes = -1,
            MaxRetryAttempts = -1,
            TimeProvider = null!,
            Promotions =
            {
                [string.Empty] = new() { Texts = { "a", new string('n', 201) }, Numbers = { "a" } },
                ["nothing"] = new(),
                ["null"] = null!,
                ["space "] = new() { Texts = { "c" } },
                ["null\0"] = new() { Texts = { "{urn:\uD800}half" } },
                [new string('p', 101)] = new() { Ids = { "d", "two words" } },
            },
        };
        string message = Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite("x.db", options)).Message;
        string[] expected =
        [
            "'Work flow'", "'7'", "'00:00:00'", "'LeaseRenewalPeriod'", "'RunnableDetectionPeriod'", "'CommandTimeout'", "'RetryDelay'", "state encoding '9'",
            "behavior '9'", "'MaxStateBytes'", "'MaxMessageBytes'", "'RequestRetention'", "'MaxBatchCount'", "'MaxBatchBytes'", "'MaxRetryAttempts'",
            "'TimeProvider'", "The promotion ''", "the value 'a' 2 times", "201 characters", "'nothing' has no values", "'null' has no values",
            "'space ' ends with a space", "'null\uFFFD' has a null character", "'{urn:\uFFFD}half'", "has 101 characters", "'two words', which is not",
        ];
        Assert.All(expected, part => Assert.Contains(part, message, StringComparison.Ordinal));
    }

    [Fact]
    public void Constructor_RetentionOfDeletedInstances_Throws()
    {
        SqlInstanceStoreOptions options = new() { CompletedRetention = TimeSpan.FromDays(1) };
        Assert.Contains(
            "'CompletedRetention'", Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite("x.db", options)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, 3, "'LeaseMargin' is 00:00:03; use 00:00:04 to 1.00:00:00.")]
    [InlineData(10, 9, "use at least 00:00:10, so that")]
    [InlineData(3600, 29, "use at least 00:00:30, so that")]
    [InlineData(1, 86401, "'LeaseMargin' is 1.00:00:01; use")]
    public void Constructor_LeaseMarginOutOfRange_Throws(int period, int margin, string problem)
    {
        SqlInstanceStoreOptions options = new() { LeaseRenewalPeriod = TimeSpan.FromSeconds(period), LeaseMargin = TimeSpan.FromSeconds(margin) };
        Assert.Contains(problem, Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite("x.db", options)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("9a")]
    [InlineData("a-b")]
    [InlineData("a;drop table x")]
    [InlineData("abcdefghijklmnopqrstuvwxyz01234")]
    [InlineData("a\n")]
    [InlineData(null)]
    public void Constructor_InvalidSchemaName_Throws(string? name) =>
        Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite("x.db", new SqlInstanceStoreOptions { SchemaName = name! }));

    [Fact]
    public void Constructor_NoSourceOrOptions_Throws()
    {
        using DbDataSource source = SqliteFactory.Instance.CreateDataSource("Data Source=x.db");
        Assert.Throws<ArgumentNullException>(() => new SqlInstanceStore(null!));
        Assert.Throws<ArgumentNullException>(() => new SqlInstanceStore(null!, new SqlInstanceStoreOptions()));
        Assert.Throws<ArgumentNullException>(() => new SqlInstanceStore(source, null!));
    }

    [Fact]
    public void Constructor_UnsupportedDatabase_ThrowsWithDriverName()
    {
        using DbDataSource source = new OtherFactory().CreateDataSource("Server=localhost;User Id=sa;Password=secret-word");
        NotSupportedException refused = Assert.Throws<NotSupportedException>(() => new SqlInstanceStore(source, new SqlInstanceStoreOptions()));
        Assert.Contains($"'{typeof(OtherConnection).FullName}'", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", refused.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Options_ChangedAfterConstruction_HaveNoEffect()
    {
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new();
        SqlInstanceStore store = file.WithoutSchema(options);
        options.SchemaName = "not a name";
        options.Promotions["late"] = new() { Texts = { "not a name" } };
        await store.EnsureSchemaAsync(CancellationToken.None);
        Assert.Equal(1L, file.ReadValue("SELECT max(version) FROM workflow_schema"));
    }

    [Fact]
    public async Task SchemaName_Custom_IsPrefixOfAllNames()
    {
        await using SqliteFile file = new();
        SqlInstanceStore one = await file.StoreAsync(new SqlInstanceStoreOptions { SchemaName = "orders" }), other = await file.StoreAsync();
        InstanceOwner owner = await one.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await one.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, CancellationToken.None);
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM orders_instances"));
        Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
        Assert.DoesNotContain(
            file.Read("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"),
            row => !((string)row[0]!).StartsWith("orders_", StringComparison.Ordinal) && !((string)row[0]!).StartsWith("workflow_", StringComparison.Ordinal));
        Assert.NotSame(one, other);
    }

    [Fact]
    public async Task DisposeAsync_LaterCalls_Throw()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Task waiting = store.WaitForRunnableAsync(owner, CancellationToken.None);
        await store.DisposeAsync();
        await store.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => store.RenewOwnerAsync(owner, CancellationToken.None));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => waiting.WaitAsync(Workflow.Core.Tests.TestKit.HangGuard.Limit));
    }

    /// <summary>The driver of a database that the store does not support.</summary>
    private sealed class OtherFactory : DbProviderFactory
    {
        public override DbConnection CreateConnection() => new OtherConnection();
    }

    private sealed class OtherConnection : DbConnection
    {
        [AllowNull]
        public override string ConnectionString { get; set; } = string.Empty;

        public override string Database => throw new NotSupportedException();

        public override string DataSource => throw new NotSupportedException();

        public override string ServerVersion => throw new NotSupportedException();

        public override ConnectionState State => ConnectionState.Closed;

        public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

        public override void Close()
        {
        }

        public override void Open() => throw new NotSupportedException();

        protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();

        protected override DbCommand CreateDbCommand() => throw new NotSupportedException();
    }
}
