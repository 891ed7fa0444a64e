using System.Globalization;
using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Promotion;

/// <summary>Tests of promoted values in a database on a server.</summary>
public abstract class ServerPromotionTests : IAsyncLifetime
{
    private protected ServerPromotionTests(ServerStore tested) => Tested = tested;

    private protected ServerStore Tested { get; }

    public Task InitializeAsync() => Tested.InitializeAsync();

    public Task DisposeAsync() => Tested.DisposeAsync();

    [Fact]
    public async Task SaveAsync_Repeated_ReplacesValuesAndKeepsInitialValues()
    {
        SqlInstanceStore store = Promoting();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Guid id = Guid.NewGuid();
        InstanceSave first = new()
        {
            InstanceId = id,
            Status = InstanceStatus.Idle,
            InitialValues = Values(("t", "initial"), ("n", 1)),
            WriteOnlyValues = Values(("t", "first"), ("f", true))
        };
        await store.SaveAsync(owner, first, CancellationToken.None);
        Assert.Equal(["f:1", "n:1", "t:first"], await RowsAsync());
        await store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = id,
                LockVersion = 1,
                Status = InstanceStatus.Idle,
                WriteOnlyValues = Values(("n", 2), ("d", new DateOnly(2030, 1, 2)))
            },
            CancellationToken.None);
        Assert.Equal(["d:2030-01-02T00:00:00.000000Z", "n:2", "t:initial"], await RowsAsync());
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true },
            CancellationToken.None);
        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.promoted"));
    }

    [Fact]
    public async Task SaveAsync_UnfittingValues_ThrowsWithName()
    {
        SqlInstanceStore store = Promoting();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        foreach (object?[] row in PromotionTests.Unfitting)
        {
            await AssertRefusedAsync((string)row[0]!, row[1]);
        }

        foreach (object? text in PromotionTests.Broken)
        {
            await AssertRefusedAsync("t", text);
        }

        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.instance"));

        async Task AssertRefusedAsync(string column, object? value)
        {
            InstanceSave save = new() { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, WriteOnlyValues = Values((column, value)) };
            Assert.Equal(column, (await Assert.ThrowsAsync<SnapshotException>(() => store.SaveAsync(owner, save, CancellationToken.None))).ValueName);
        }
    }

    protected async Task AssertColumnAsync(string column, object? value, string expected)
    {
        SqlInstanceStore store = Promoting();
        await SaveAsync(store, Guid.NewGuid(), 0, (column, value));
        object?[] row = Assert.Single(
            await Tested.ReadAsync("SELECT name, text_value, number_value, time_value, flag_value, id_value, promotion FROM workflow.promoted_properties"));
        Assert.Equal("P", row[6]);
        Assert.Equal(expected, $"{row[0]}:{string.Concat(row[1..6].Select(TextOf))}");
    }

    protected SqlInstanceStore Promoting() =>
        Tested.Create(new SqlInstanceStoreOptions
        {
            Promotions = { ["P"] = new() { Texts = { "t" }, Numbers = { "n" }, Times = { "d" }, Flags = { "f" }, Ids = { "i" } } },
        });

    protected static async Task SaveAsync(SqlInstanceStore store, Guid id, long lockVersion, params (string, object?)[] values)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, LockVersion = lockVersion, Status = InstanceStatus.Idle, WriteOnlyValues = Values(values) },
            CancellationToken.None);
    }

    private async Task<string[]> RowsAsync() =>
        [.. (await Tested.ReadAsync("SELECT name, text_value, number_value, time_value, flag_value, id_value FROM workflow.promoted_properties ORDER BY name"))
            .Select(row => $"{row[0]}:{string.Concat(row[1..].Select(TextOf))}")];

    private static Dictionary<XName, object?> Values(params (string Name, object? Value)[] values) =>
        values.ToDictionary(value => XName.Get(value.Name, "urn:test"), value => value.Value);

    /// <summary>Formats a value as the tests on SQLite expect it, where times and flags are stored as texts and numbers.</summary>
    private static string? TextOf(object? value) => value switch
    {
        DateTime time => time.ToString("yyyy-MM-ddTHH:mm:ss.ffffffZ", CultureInfo.InvariantCulture),
        bool flag => flag ? "1" : "0",
        double number when number == Math.Floor(number) && Math.Abs(number) < 1e18 => number.ToString("F0", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture),
    };
}
