using System.Xml.Linq;
using Workflow.Persistence.Conformance;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>
/// Creates an instance in each state that an operator can find, with the store calls of hosts. By default, the definition of an instance has the name of
/// the state.
/// </summary>
internal sealed class QueriedInstances(InstanceStore store, TestedStore tested)
{
    /// <summary>The time of the test clock between the first save and the end of <see cref="CreateAsync"/>.</summary>
    public static readonly TimeSpan Age = TimeSpan.FromMinutes(20);

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(100);

    private readonly Dictionary<string, Guid> _ids = [];
    private TimeSpan _passed;

    /// <summary>The names of the states and of the owners, and their ids.</summary>
    public IEnumerable<KeyValuePair<string, Guid>> Ids => _ids;

    public async Task CreateAsync()
    {
        await CreateOldAsync();

        // 'dead host' stops renewing its lease while it holds an instance. The next call of another owner detects the expired lease.
        InstanceOwner dead = await OwnerAsync("dead host");
        await LoadAsync(dead, "suspect");
        await PassUntilAsync(TimeSpan.FromMinutes(2));
        InstanceOwner finder = await OwnerAsync("finder");
        await store.RenewOwnerAsync(finder, CancellationToken.None);
        await store.DeleteOwnerAsync(finder, CancellationToken.None);

        // The lease of 'host 2' expires 20 seconds before the end. All other calls come earlier, so none of them detects the expired lease.
        await PassUntilAsync(Age - tested.LeaseTime - TimeSpan.FromSeconds(20));
        InstanceOwner over = await OwnerAsync("host 2");
        await LoadAsync(over, "held by a dead host");
        await PassUntilAsync(Age - TimeSpan.FromSeconds(30));
        await CreateRecentAsync(await OwnerAsync("host 1"));
        await LoadAsync(await OwnerAsync("host 3"), "held by nobody");
        await PassUntilAsync(Age);
    }

    private async Task CreateOldAsync()
    {
        InstanceOwner owner = await OwnerAsync("setup");
        await SaveAsync(owner, "closed", [], InstanceStatus.Closed);
        await SaveAsync(owner, "canceled", [], InstanceStatus.Canceled, definition: "closed");
        await SaveAsync(owner, "waiting", ["approve"], customer: "Contoso", total: 1500m);
        await SaveAsync(owner, "waiting twice", ["approve", "pay"], total: 2000m);
        await SaveAsync(owner, "timer", [], dueIn: Age + TimeSpan.FromMinutes(40));
        await SaveAsync(owner, "later timer", [], dueIn: Age + TimeSpan.FromHours(5));
        await SaveAsync(owner, "overdue", [], dueIn: TimeSpan.FromMinutes(5));
        await SaveAsync(owner, "runnable", [], InstanceStatus.Executing);
        await SaveAsync(owner, "message for no bookmark", ["approve"]);
        await SendAsync("message for no bookmark", "other");
        await SaveAsync(owner, "message for its bookmark", ["pay"]);
        await SendAsync("message for its bookmark", "pay");
        await SaveAsync(owner, "suspect", ["approve"]);
        await SaveAsync(owner, "held by a dead host", ["ship"], dueIn: TimeSpan.FromMinutes(6));
        await SaveAsync(owner, "held by nobody", ["ship"], dueIn: TimeSpan.FromMinutes(7));
        await SaveAsync(owner, "running", [], InstanceStatus.Executing);
        await SaveAsync(owner, "loaded", ["pay"], dueIn: TimeSpan.FromMinutes(8));
        await SaveAsync(owner, "given back", [], InstanceStatus.Executing);
        await SaveAsync(owner, "failed", ["approve"]);
        await SaveAsync(owner, "failed twice", [], dueIn: TimeSpan.FromMinutes(9));
        await SaveAsync(owner, "failed and tried again", ["ship"]);
        await SaveAsync(owner, "failed and released", []);
        await SaveAsync(owner, "suspended by failures", [], dueIn: TimeSpan.FromMinutes(10));
        await SaveAsync(owner, "suspended by an operator", ["approve"], dueIn: Age + TimeSpan.FromMinutes(50));
        await SaveAsync(owner, "faulted", [], InstanceStatus.Faulted, definition: "ended by an operator");
        await SaveAsync(owner, "ended by an operator", ["approve"], dueIn: TimeSpan.FromMinutes(11));
        await store.DeleteOwnerAsync(owner, CancellationToken.None);
    }

    private async Task CreateRecentAsync(InstanceOwner owner)
    {
        await LoadAsync(owner, "running");
        await LoadAsync(owner, "loaded");
        await store.UnlockAsync(owner, InstanceUnlock.Release(_ids["given back"], await LoadAsync(owner, "given back")), CancellationToken.None);
        await FailAsync(owner, "failed", 1);
        await FailAsync(owner, "failed twice", 2);
        await FailAsync(owner, "failed and tried again", 3);
        await LoadAsync(owner, "failed and tried again");
        await FailAsync(owner, "failed and released", 1);
        Assert.True(await store.ContinueAsync(_ids["failed and released"], CancellationToken.None));
        await FailAsync(owner, "suspended by failures", 4);
        await store.UnlockAsync(
            owner,
            InstanceUnlock.Suspension(_ids["suspended by an operator"], await LoadAsync(owner, "suspended by an operator"), "ask Kim"),
            CancellationToken.None);
        await FailAsync(owner, "ended by an operator", 1);
        Assert.True(await store.TerminateAsync(_ids["ended by an operator"], CancellationToken.None));
    }

    private async Task FailAsync(InstanceOwner owner, string state, int times)
    {
        for (int i = 0; i < times; i++)
        {
            await store.UnlockAsync(owner, InstanceUnlock.Failure(_ids[state], await LoadAsync(owner, state), "the disk is full"), CancellationToken.None);
        }
    }

    private async Task<long> LoadAsync(InstanceOwner owner, string state) =>
        (await store.LoadAsync(owner, InstanceLoad.ById(_ids[state]), CancellationToken.None)).LockVersion;

    private Task SendAsync(string state, string bookmark) =>
        store.SendAsync(
            new InstanceMessage { InstanceId = _ids[state], BookmarkName = bookmark, Content = new byte[5], RequestId = Guid.NewGuid() },
            CancellationToken.None);

    private async Task<InstanceOwner> OwnerAsync(string name)
    {
        InstanceOwner owner = await store.CreateOwnerAsync(
            new InstanceOwnerOptions { Name = name, Filter = WorkflowIdentityFilter.Any, MaxFailures = 4 },
            CancellationToken.None);
        _ids.Add(name, owner.Id);
        return owner;
    }

    private async Task SaveAsync(
        InstanceOwner owner,
        string state,
        string[] bookmarks,
        InstanceStatus status = InstanceStatus.Idle,
        TimeSpan? dueIn = null,
        string? definition = null,
        string customer = "Fabrikam",
        decimal total = 10m)
    {
        _ids.Add(state, Guid.NewGuid());
        InstanceSave save = new()
        {
            InstanceId = _ids[state],
            Status = status,
            State = new byte[3],
            DefinitionIdentity = new WorkflowIdentity(definition ?? state, new Version(1, 2), null),
            Bookmarks = [.. bookmarks.Select(name => new SavedBookmark { Name = name, OwnerDisplayName = "Approval" })],
            DueIn = dueIn,
            WriteOnlyValues = new Dictionary<XName, object?> { ["{urn:shop}Customer"] = customer, ["{urn:shop}Total"] = total },
            Complete = status is not (InstanceStatus.Executing or InstanceStatus.Idle),
            Unlock = true,
        };
        await store.SaveAsync(owner, save, CancellationToken.None);

        // Each save has a different time, so that the order by time is unambiguous.
        await PassUntilAsync(_passed + Step);
    }

    private async Task PassUntilAsync(TimeSpan time)
    {
        await tested.PassAsync(time - _passed);
        _passed = time;
    }
}
