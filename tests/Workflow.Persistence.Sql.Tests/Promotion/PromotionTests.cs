using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Promotion;

public sealed class PromotionTests
{
    private static readonly Guid Branch = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef");
    private static readonly Guid Instance = Guid.NewGuid();

    public static TheoryData<string, object?, string> Fitting => new()
    {
        { "t", "text", "t:text" }, { "t", 'c', "t:c" }, { "t", new Uri("urn:a"), "t:urn:a" }, { "t", Json("\"j\""), "t:j" }, { "t", null, "t:" },
        { "t", Json("null"), "t:" },
        { "t", new string('x', 400), "t:" + new string('x', 400) },
        { "n", (sbyte)-1, "n:-1" }, { "n", byte.MaxValue, "n:255" }, { "n", ulong.MaxValue / 2, "n:9223372036854775807" },
        { "n", long.MinValue, "n:-9223372036854775808" }, { "n", 1.5f, "n:1.5" }, { "n", -0.1, "n:-0.1" }, { "n", 12.50m, "n:12.5" }, { "n", 3.00m, "n:3" },
        { "n", Json("17"), "n:17" }, { "n", Json("0.25"), "n:0.25" },
        { "d", new DateTime(2030, 1, 2, 3, 4, 5, DateTimeKind.Unspecified).AddTicks(12345679), "d:2030-01-02T03:04:06.234567Z" },
        { "d", new DateTimeOffset(2030, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), "d:2030-01-02T01:04:05.000000Z" },
        { "d", new DateOnly(2030, 1, 2), "d:2030-01-02T00:00:00.000000Z" }, { "d", DateTime.MaxValue, "d:9999-12-31T23:59:59.999999Z" }, { "f", true, "f:1" },
        { "f", Json("false"), "f:0" }, { "i", Branch, "i:" + Branch },
    };

    public static TheoryData<string, object?> Unfitting => new()
    {
        { "t", 1 }, { "t", new string('x', 401) }, { "t", Json("{}") }, { "n", "1" }, { "n", double.NaN }, { "n", float.PositiveInfinity },
        { "n", ulong.MaxValue }, { "n", 0.12345678901234567890m }, { "n", decimal.MaxValue }, { "n", Json("1e300") }, { "n", Json("[]") }, { "n", true },
        { "d", "2030-01-01" }, { "d", TimeSpan.Zero }, { "f", 1 }, { "f", "true" }, { "i", Branch.ToString() }, { "i", new byte[16] },
    };

    /// <summary>
    /// Texts that not every database can store unchanged. Tests cannot have them as theory data, because the names of tests cannot contain them.
    /// </summary>
    public static IReadOnlyList<object?> Broken { get; } =
        ["a\0", "\uD800", "\uDC00\uD800", '\uD800', new Uri("urn:\uD800", UriKind.RelativeOrAbsolute), Json("\"\\ud800\""), Json("\"\\u0000\"")];

    [Theory]
    [MemberData(nameof(Fitting))]
    public async Task SaveAsync_FittingValue_IsInItsColumn(string column, object? value, string expected)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        await SaveAsync(store, Values((column, value)));
        object?[] row = Assert.Single(
            file.Read("SELECT name, text_value, number_value, time_value, flag_value, id_value, promotion FROM workflow_promoted_properties"));
        Assert.Equal("P", row[6]);
        Assert.Equal(expected, $"{row[0]}:{string.Concat(row[1..6].Select(cell => Convert.ToString(cell, CultureInfo.InvariantCulture)))}");
    }

    [Theory]
    [MemberData(nameof(Unfitting))]
    public async Task SaveAsync_UnfittingValue_ThrowsWithName(string column, object? value)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(store, Values((column, value))));
        Assert.Equal(column, refused.ValueName);
        Assert.Contains($"'{column}'", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_instance"));
    }

    [Fact]
    public async Task SaveAsync_InvalidText_ThrowsWithName()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options()), plain = await file.StoreAsync(new SqlInstanceStoreOptions());
        foreach (object? value in Broken)
        {
            Assert.Equal("t", (await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(store, Values(("t", value))))).ValueName);
        }

        foreach (object? value in Broken.Skip(4).Take(2))
        {
            Assert.Equal("{urn:test}t", (await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(plain, Values(("t", value))))).ValueName);
        }
    }

    [Fact]
    public async Task SaveAsync_Repeated_ReplacesValuesAndKeepsInitialValues()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await store.SaveAsync(owner, Save(0, Values(("t", "one"), ("n", 1)), Values(("n", 100), ("f", true))), CancellationToken.None);
        Assert.Equal(["f=1", "n=1", "t=one"], Rows());
        await store.SaveAsync(owner, Save(1, Values(("t", "one"), ("n", 1))), CancellationToken.None);
        Assert.Equal(["f=1", "n=1", "t=one"], Rows());
        await store.SaveAsync(owner, Save(1, Values(("t", "two"))), CancellationToken.None);
        Assert.Equal(["f=1", "n=100", "t=two"], Rows());
        await store.SaveAsync(owner, Save(1, Values()), CancellationToken.None);
        Assert.Equal(["f=1", "n=100"], Rows());
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = Instance, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true },
            CancellationToken.None);
        Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_promoted"));

        IEnumerable<string> Rows() => file
            .Read("SELECT name || '=' || coalesce(text_value, number_value, flag_value) FROM workflow_promoted_properties ORDER BY name")
            .Select(row => (string)row[0]!);
    }

    [Fact]
    public async Task SaveAsync_SmallChange_IsWritten()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { Promotions = { ["P"] = new() { Times = { "t" }, Texts = { "s" } } } });
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        DateTime time = new(2030, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        (DateTime Time, string? Text)[] values = [(time, null), (time.AddMicroseconds(1), null), (time.AddMicroseconds(1), string.Empty)];
        for (int i = 0; i < values.Length; i++)
        {
            Dictionary<XName, object?> saved = new() { ["t"] = values[i].Time, ["s"] = values[i].Text };
            await store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = Instance, LockVersion = i == 0 ? 0 : 1, Status = InstanceStatus.Idle, WriteOnlyValues = saved },
                CancellationToken.None);
            Assert.Equal(
                [values[i].Text, values[i].Time.ToString("yyyy-MM-ddTHH:mm:ss.ffffffZ", CultureInfo.InvariantCulture)],
                file.Read("SELECT coalesce(time_value, text_value) FROM workflow_promoted_properties ORDER BY name").Select(row => row[0]));
        }
    }

    [Fact]
    public async Task SaveAsync_AmbiguousName_ThrowsUnlessQualified()
    {
        await using SqliteFile file = new();
        Dictionary<XName, object?> values = new() { ["{urn:a}t"] = "a", ["{urn:b}t"] = "b" };
        SqlInstanceStore store = await file.StoreAsync(Options()),
            full = await file.StoreAsync(new SqlInstanceStoreOptions { Promotions = { ["P"] = new() { Texts = { "{urn:b}t" } } } });
        Assert.Contains("'{urn:a}t'", (await Assert.ThrowsAsync<SnapshotException>(() => SaveAsync(store, values))).Message, StringComparison.Ordinal);
        await SaveAsync(full, values);
        Assert.Equal(["{urn:b}t", "b"], Assert.Single(file.Read("SELECT name, text_value FROM workflow_promoted_properties")));
    }

    [Theory]
    [InlineData("two words")]
    [InlineData("{urn:shop}")]
    [InlineData("")]
    [InlineData(null)]
    public void Promotions_InvalidName_Throws(string? name)
    {
        SqlInstanceStoreOptions options = new() { Promotions = { ["P"] = new() { Times = { name! } } } };
        Assert.Contains(
            $"The promotion 'P' has the value '{name}', which is not the name of a saved value",
            Assert.Throws<ArgumentException>(() => SqlInstanceStore.OpenSqlite("x.db", options)).Message,
            StringComparison.Ordinal);
    }

    private static SqlInstanceStoreOptions Options() =>
        new() { Promotions = { ["P"] = new() { Texts = { "t" }, Numbers = { "n" }, Times = { "d" }, Flags = { "f" }, Ids = { "i" } } } };

    private static JsonElement Json(string text) => JsonElement.Parse(text);

    private static Dictionary<XName, object?> Values(params (string Name, object? Value)[] values) =>
        values.ToDictionary(value => XName.Get(value.Name, "urn:test"), value => value.Value);

    private static InstanceSave Save(long version, Dictionary<XName, object?> values, Dictionary<XName, object?>? initial = null) =>
        new() { InstanceId = Instance, LockVersion = version, Status = InstanceStatus.Idle, WriteOnlyValues = values, InitialValues = initial ?? [] };

    private static async Task SaveAsync(SqlInstanceStore store, Dictionary<XName, object?> values)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await store.SaveAsync(owner, Save(0, values), CancellationToken.None);
    }
}
