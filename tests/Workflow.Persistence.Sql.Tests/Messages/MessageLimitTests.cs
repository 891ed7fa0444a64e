using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Persistence.Sql.Tests.Transactions;

namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>Tests of the limits for the number and the total size of the messages that wait for one instance.</summary>
public abstract class MessageLimitTests : ApplicationTransactionSuite
{
    private Guid _id;

    private protected MessageLimitTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    [Fact]
    public async Task SendAsync_MaxWaitingMessages_ThrowsUntilMessagesAreRemoved()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxWaitingMessages = 3 });
        _id = await SavedAsync(store);
        MessageReceipt[] sent = [await SendAsync(store, 1), await SendAsync(store, 1), await SendAsync(store, 1)];
        InstanceInboxFullException full = await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        Assert.Equal(_id, full.InstanceId);
        Assert.Equal(3, await Database.CountAsync("workflow.message"));

        // Removes a message in the middle, so that the sequence numbers no longer show the number of waiting messages.
        Assert.True(await store.WithdrawAsync(_id, sent[1].Sequence, None));
        await SendAsync(store, 1);
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        Assert.True(await store.WithdrawAsync(_id, sent[0].Sequence, None));
        await SendAsync(store, 1);
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
    }

    [Fact]
    public async Task SendAsync_MaxWaitingBytes_ThrowsUntilMessagesAreRemoved()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxWaitingBytes = 100 });
        _id = await SavedAsync(store);
        MessageReceipt first = await SendAsync(store, 150);
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        await store.WithdrawAsync(_id, first.Sequence, None);
        MessageReceipt[] sent = [await SendAsync(store, 30), await SendAsync(store, 30), await SendAsync(store, 40)];
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        await store.WithdrawAsync(_id, sent[1].Sequence, None);
        await SendAsync(store, 30);
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        Assert.Equal(3, await Database.CountAsync("workflow.message"));
    }

    [Fact]
    public async Task SendAsync_InboxFull_AcceptsControlMessagesAndRepetitions()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxWaitingMessages = 1 });
        _id = await SavedAsync(store);
        InstanceMessage message = new() { InstanceId = _id, BookmarkName = "other", RequestId = Guid.NewGuid() };
        MessageReceipt sent = await store.SendAsync(message, None);
        MessageReceipt repeated = await store.SendAsync(message, None);
        Assert.Equal((sent.Sequence, true), (repeated.Sequence, repeated.IsRepeated));
        await store.SendAsync(new InstanceMessage { InstanceId = _id, Kind = MessageKind.Terminate }, None);
        Assert.Equal(2, await Database.CountAsync("workflow.message"));
    }

    /// <summary>A refused message does not change the instance, and messages for another instance do not count.</summary>
    [Fact]
    public async Task SendAsync_OtherInboxFull_Succeeds()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxWaitingMessages = 1 });
        _id = await SavedAsync(store);
        Guid other = await SavedAsync(store);
        await SendAsync(store, 1);
        await store.SendAsync(new InstanceMessage { InstanceId = other, BookmarkName = "other" }, None);
        await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, 1));
        Assert.Equal([1, 1], (await store.QueryAsync(new InstanceQuery(), None).ToListAsync(None)).Select(summary => summary.PendingMessageCount));
    }

    private Task<MessageReceipt> SendAsync(SqlInstanceStore store, int size) =>
        store.SendAsync(new InstanceMessage { InstanceId = _id, BookmarkName = "other", Content = new byte[size] }, None);

    public sealed class Sqlite() : MessageLimitTests(static () => new ApplicationDatabase.Sqlite());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : MessageLimitTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>;
}
