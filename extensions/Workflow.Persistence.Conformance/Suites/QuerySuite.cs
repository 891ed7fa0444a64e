namespace Workflow.Persistence.Conformance;

/// <summary>Tests of queries for saved instances.</summary>
internal sealed class QuerySuite(TestedStore tested) : StoreSuite(tested)
{
    [Fact]
    public async Task Query_ReturnsSavedDataAndOwner()
    {
        InstanceOwner owner = await OwnerAsync("host 7");
        Guid id = Guid.NewGuid(), scope = Guid.NewGuid();
        InstanceSave save = new()
        {
            InstanceId = id,
            Status = InstanceStatus.Idle,
            DefinitionIdentity = Order,
            DueIn = TimeSpan.FromSeconds(30),
            Bookmarks =
            [
                new SavedBookmark { Name = "approve", OwnerDisplayName = "Approval", ScopeId = scope },
                new SavedBookmark { Name = "b", OwnerDisplayName = "B" }
            ],
        };
        long version = await Store.SaveAsync(owner, save, None);
        await PassAsync(TimeSpan.FromSeconds(10));

        InstanceSummary held = Assert.Single(await QueryAsync());
        Assert.Equal(
            (id, InstanceStatus.Idle, Order, owner.Id, "host 7"),
            (held.InstanceId, held.Status, held.DefinitionIdentity, held.OwnerId, held.OwnerName));
        Assert.Equal(held.CreatedAt, held.UpdatedAt);
        Assert.Equal(held.UpdatedAt + TimeSpan.FromSeconds(30), held.DueAt);
        Assert.Equal(
            [("approve", "Approval", scope), ("b", "B", null)],
            held.Bookmarks.Select(bookmark => (bookmark.Name, bookmark.OwnerDisplayName, bookmark.ScopeId)));

        await Store.SaveAsync(owner, Save(id, version, status: InstanceStatus.Executing, unlock: true), None);
        InstanceSummary free = Assert.Single(await QueryAsync());
        Assert.Equal((InstanceStatus.Executing, null, null, null), (free.Status, free.OwnerId, free.OwnerName, free.DueAt));
        Assert.Equal((held.CreatedAt, held.CreatedAt + TimeSpan.FromSeconds(10)), (free.CreatedAt, free.UpdatedAt));
        Assert.Empty(free.Bookmarks);
    }

    [Fact]
    public async Task Query_OwnerExpired_ReturnsNoOwner()
    {
        InstanceOwner owner = await OwnerAsync();
        await Store.SaveAsync(owner, Save(Guid.NewGuid()), None);
        await PassAsync(LeaseTime);
        InstanceSummary summary = Assert.Single(await QueryAsync());
        Assert.Equal((null, null), (summary.OwnerId, summary.OwnerName));
    }

    [Fact]
    public async Task Query_SeveralConditions_AreCombined()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid a = await WaitingAsync("approve", null), b = await WaitingAsync("approve", Order), c = await WaitingAsync("Approve", Order);
        Guid d = await SavedAsync(owner, InstanceStatus.Executing);

        await FindsAsync(new InstanceQuery(), a, b, c, d);
        await FindsAsync(new InstanceQuery { BookmarkName = "approve" }, a, b);
        await FindsAsync(new InstanceQuery { DefinitionIdentity = Order }, b, c);
        await FindsAsync(new InstanceQuery { BookmarkName = "approve", DefinitionIdentity = Order }, b);
        await FindsAsync(new InstanceQuery { Statuses = [InstanceStatus.Executing, InstanceStatus.Closed] }, d);
        await FindsAsync(new InstanceQuery { Statuses = [] });
        await FindsAsync(new InstanceQuery { InstanceIds = [d, a, Guid.NewGuid()] }, a, d);
        await FindsAsync(new InstanceQuery { MaxCount = 2 }, a, b);
        await FindsAsync(new InstanceQuery { MaxCount = 0 });
        await FindsAsync(new InstanceQuery { MaxCount = 9, InstanceIds = [c] }, c);

        async Task<Guid> WaitingAsync(string bookmark, WorkflowIdentity? identity)
        {
            Guid id = Guid.NewGuid();
            SavedBookmark[] bookmarks = [new SavedBookmark { Name = bookmark, OwnerDisplayName = "o" }];
            await Store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, DefinitionIdentity = identity, Bookmarks = bookmarks, Unlock = true },
                None);
            await PassAsync(TimeSpan.FromSeconds(1));
            return id;
        }

        async Task FindsAsync(InstanceQuery query, params Guid[] expected) =>
            Assert.Equal(expected, (await QueryAsync(query)).Select(summary => summary.InstanceId));
    }

    [Fact]
    public async Task Query_ByKey_ReturnsItsInstance()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid(), key = Guid.NewGuid(), other = Guid.NewGuid();
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = other, Status = InstanceStatus.Idle, KeysAdded = [other] }, None);
        Assert.Equal(
            (id, 0),
            (Assert.Single(await QueryAsync(new InstanceQuery { Key = key })).InstanceId,
                Assert.Single(await QueryAsync(new InstanceQuery { Key = key })).PendingMessageCount));
        Assert.Empty(await QueryAsync(new InstanceQuery { Key = id }));
        Assert.Empty(await QueryAsync(new InstanceQuery { Key = key, InstanceIds = [other] }));
    }
}
