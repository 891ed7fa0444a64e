using System.Xml.Linq;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Persistence.Sql.Tests.Transactions;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Saves that a store refuses: one sentence says why, nothing is lost, and the instance can be saved when the cause is gone.</summary>
public abstract class BadInputTests : ApplicationTransactionSuite
{
    private readonly Guid _id = Guid.NewGuid();

    private protected BadInputTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    [Fact]
    public async Task Text_ThatIsLongerThanItsColumn_FailsTheSaveByName()
    {
        SnapshotException failure = await RefusedAsync<SnapshotException>(Promoting(), Save(new string('x', 401)));
        Assert.Contains("'Customer'", failure.Message, StringComparison.Ordinal);
        Assert.Contains("400", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Value_OfAnotherType_FailsTheSaveByName() =>
        Assert.Contains("'Customer'", (await RefusedAsync<SnapshotException>(Promoting(), Save(17))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task State_OverTheLimit_FailsTheSaveByOption() => Assert.Contains(
        "'MaxStateSize'",
        (await RefusedAsync<SnapshotException>(new SqlInstanceStoreOptions { MaxStateSize = 10 }, Save("a", new byte[11]))).Message,
        StringComparison.Ordinal);

    /// <summary>Definitions differ in their variables, so a name that an instance does not have is no mistake of this instance.</summary>
    [Fact]
    public async Task Name_ThatTheInstanceDoesNotHave_HasNoRow()
    {
        SqlInstanceStore store = Database.Store(Promoting().Promote("Other", columns => columns.Text("NoSuchName")));
        await store.SaveAsync(await OwnerAsync(store), Save("Contoso"), None);
        Assert.Equal(["Customer"], (await Database.ReadAsync("SELECT name FROM workflow.promoted_properties")).Select(row => row[0]));
    }

    /// <summary>Makes a save fail, and then another one of the same instance succeed.</summary>
    private protected async Task<TFailure> RefusedAsync<TFailure>(SqlInstanceStoreOptions options, InstanceSave bad)
        where TFailure : Exception
    {
        SqlInstanceStore store = Database.Store(options);
        InstanceOwner owner = await OwnerAsync(store);
        await store.SaveAsync(owner, Save("Contoso"), None);
        object?[] before = (await Database.ReadAsync("SELECT updated, active_bookmarks FROM workflow.instances"))[0];
        TFailure failure = await Assert.ThrowsAsync<TFailure>(() => store.SaveAsync(owner, Later(bad), None));
        Assert.Contains(_id.ToString(), failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', failure.Message);
        Assert.Equal(before, (await Database.ReadAsync("SELECT updated, active_bookmarks FROM workflow.instances"))[0]);
        await store.SaveAsync(owner, Later(Save("Fabrikam")), None);
        return failure;
    }

    private static SqlInstanceStoreOptions Promoting() => new SqlInstanceStoreOptions().Promote("Order", columns => columns.Text("Customer"));

    private static InstanceSave Later(InstanceSave save) => new()
    {
        InstanceId = save.InstanceId,
        LockVersion = InstanceSave.FirstLockVersion,
        Status = save.Status,
        State = save.State,
        WriteOnlyValues = save.WriteOnlyValues,
    };

    private InstanceSave Save(object value, byte[]? state = null) => new()
    {
        InstanceId = _id,
        Status = InstanceStatus.Idle,
        State = state ?? [1],
        WriteOnlyValues = new Dictionary<XName, object?> { ["{urn:shop}Customer"] = value },
    };

    public sealed class OnSqlite() : BadInputTests(static () => new ApplicationDatabase.Sqlite());

    public sealed class OnPostgreSql(PostgreSqlTestDatabase database) : BadInputTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class OnSqlServer(SqlServerTestDatabase database) : BadInputTests(() => On(database)), IClassFixture<SqlServerTestDatabase>;
}
