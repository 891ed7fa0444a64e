using System.Data.Common;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Transactions;

namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>
/// Tests of messages in a database, beyond the contract of all stores: limits, other processes, transactions of the application, damaged rows, and the
/// views.
/// </summary>
public abstract class StoredMessageTests : ApplicationTransactionSuite
{
    private readonly Guid _id = Guid.NewGuid();

    private protected StoredMessageTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    /// <summary>The number of messages in the test of a large inbox.</summary>
    protected virtual int Many => 100_000;

    /// <summary>Statements that remove the constraints of the table of messages, or disable them for the statements that follow.</summary>
    protected abstract string WithoutConstraints { get; }

    /// <summary>Statements that add <see cref="Many"/> messages to the inbox of the instance with the internal number 1.</summary>
    protected abstract string Fill { get; }

    [Fact]
    public async Task SendAsync_ContentTooLarge_ThrowsAndStoresNothing()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxMessageBytes = 10 });
        await SavedAsync(store, _id);
        await store.SendAsync(Message(new byte[10]), None);
        ArgumentException refusal = await Assert.ThrowsAsync<ArgumentException>(() => store.SendAsync(Message(new byte[11]), None));
        Assert.Contains("'MaxMessageBytes'", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(1, await Database.CountAsync("workflow.message"));
    }

    [Fact]
    public async Task ReceiveAsync_MegabyteContent_ReturnsSameContent()
    {
        SqlInstanceStore store = Database.Store();
        byte[] content = new byte[1024 * 1024];
        new Random(7).NextBytes(content);
        (InstanceOwner owner, Guid id, _) = await HeldAsync(store);
        await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", Content = content }, None);
        Assert.Equal(content, Assert.Single(await store.ReceiveAsync(owner, new MessageQuery(id, 1), None)).Content.ToArray());
    }

    [Fact]
    public async Task ReceiveAsync_NextProcess_ReturnsMessage()
    {
        SqlInstanceStore first = Database.Store();
        Guid id = await SavedAsync(first);
        MessageReceipt sent = await first.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", RequestId = _id }, None);
        await first.DisposeAsync();
        SqlInstanceStore second = Database.Store();
        Assert.Equal(sent.Sequence, (await second.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", RequestId = _id }, None)).Sequence);
        InstanceOwner owner = await OwnerAsync(second);
        Assert.Equal(id, (await second.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
        Assert.Equal(sent.Sequence, Assert.Single(await second.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Sequence);
    }

    [Fact]
    public async Task WaitForMessagesAsync_MessageFromOtherProcess_Completes()
    {
        SqlInstanceStore store = Database.Store(), other = Database.Store();
        (InstanceOwner owner, Guid id, _) = await HeldAsync(store);
        Task<IReadOnlyList<Guid>> waiting = store.WaitForMessagesAsync(owner, null, None);
        await other.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "x" }, None);
        while (!waiting.IsCompleted)
        {
            await Database.PassAsync(TimeSpan.FromSeconds(1));
            await store.RenewOwnerAsync(owner, None);
        }

        Assert.Equal(id, Assert.Single(await waiting));
    }

    [Fact]
    public async Task SendAsync_RequestRetentionOver_IsNotRepeated()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { RequestRetention = TimeSpan.FromMinutes(1) });
        (InstanceOwner owner, Guid id, _) = await HeldAsync(store);
        InstanceMessage message = new() { InstanceId = id, BookmarkName = "x", RequestId = _id };
        MessageReceipt first = await store.SendAsync(message, None);
        for (int i = 0; i < 2; i++)
        {
            await Database.PassAsync(TimeSpan.FromSeconds(29));
            await store.RenewOwnerAsync(owner, None);
        }

        Assert.Equal(first.Sequence, (await store.SendAsync(message, None)).Sequence);
        await Database.PassAsync(TimeSpan.FromSeconds(2));
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(0, await Database.CountAsync("workflow.request"));
        Assert.False((await store.SendAsync(message, None)).IsRepeated);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SendAsync_InApplicationTransaction_CommitsWithIt(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        Guid key = Guid.NewGuid(), id = await SavedAsync(store, key);
        DbTransaction transaction = await BeginAsync();
        MessageReceipt sent, repeated;
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            Assert.True(bound.Capabilities.KeepsMessages);
            sent = await bound.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", RequestId = _id }, None);
            repeated = await bound.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", RequestId = _id }, None);
            await bound.SendAsync(new InstanceMessage { Key = key, Kind = MessageKind.Cancel }, None);
            await Assert.ThrowsAsync<InstanceNotReadyException>(
                () => bound.SendAsync(new InstanceMessage { InstanceId = Guid.NewGuid(), BookmarkName = "b1" }, None));
            await Assert.ThrowsAsync<InstanceKeyNotReadyException>(
                () => bound.SendAsync(new InstanceMessage { Key = Guid.NewGuid(), BookmarkName = "b1" }, None));
            await Assert.ThrowsAsync<ArgumentException>(() => bound.SendAsync(new InstanceMessage { BookmarkName = "b1" }, None));
            await Assert.ThrowsAsync<NotSupportedException>(() => bound.WithdrawAsync(id, sent.Sequence, None));
        }

        Assert.Equal((sent.Sequence, false, true), (repeated.Sequence, sent.IsRepeated, repeated.IsRepeated));
        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        Assert.Equal(commits ? 2 : 0, await Database.CountAsync("workflow.messages"));
        InstanceOwner owner = await OwnerAsync(store);
        Assert.Equal(commits, await store.TryLoadRunnableAsync(owner, default, None) is not null);
        Assert.Equal(!commits, !(await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1", RequestId = _id }, None)).IsRepeated);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveAsync_RequestRepeated_ThrowsCollision(bool completes)
    {
        SqlInstanceStore store = Database.Store();
        InstanceSave first = StartOf(_id), second = StartOf(Guid.NewGuid());
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await bound.SaveAsync(owner, first, None);
            Assert.Equal(_id, (await Assert.ThrowsAsync<InstanceCollisionException>(() => bound.SaveAsync(owner, second, None))).InstanceId);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, completes ? 0 : 1);
        InstanceOwner other = await OwnerAsync(store);
        Assert.Equal(_id, (await Assert.ThrowsAsync<InstanceCollisionException>(() => store.SaveAsync(other, second, None))).InstanceId);

        InstanceSave StartOf(Guid id) => new()
        {
            InstanceId = id,
            Status = completes ? InstanceStatus.Closed : InstanceStatus.Idle,
            RequestId = Guid.Parse("77777777-7777-7777-7777-777777777777"),
            Unlock = true,
            Complete = completes,
        };
    }

    /// <summary>A stored number of messages that is too high does not make hosts load the instance repeatedly.</summary>
    [Fact]
    public async Task SaveAsync_DamagedMessageCount_CorrectsCount()
    {
        SqlInstanceStore store = Database.Store();
        (InstanceOwner owner, Guid id, long version) = await HeldAsync(store);
        await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "x" }, None);
        await Database.RunAsync("UPDATE workflow.instance SET inbox = 7");
        await store.SaveAsync(owner, Save(id, version, unlock: true), None);
        StoredInstance loaded = (await store.TryLoadRunnableAsync(owner, default, None))!;
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, LockVersion = loaded.LockVersion, Status = InstanceStatus.Idle, PendingMessageCount = 1, Unlock = true },
            None);
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        Assert.Equal(1L, Convert.ToInt64((await Database.ReadAsync("SELECT messages FROM workflow.instances"))[0][0], null));
    }

    [Fact]
    public async Task ReceiveAsync_DamagedMessage_ThrowsAndAffectsNoOther()
    {
        SqlInstanceStore store = Database.Store(new SqlInstanceStoreOptions { MaxMessageBytes = 1000 });
        (InstanceOwner owner, Guid id, _) = await HeldAsync(store);
        (InstanceOwner otherOwner, Guid otherId, _) = await HeldAsync(store);
        await store.SendAsync(new InstanceMessage { InstanceId = otherId, BookmarkName = "b1" }, None);
        int refused = 0;
        foreach (string damage in Damages)
        {
            MessageReceipt sent = await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1" }, None);
            await Database.RunAsync($"{WithoutConstraints} UPDATE workflow.message SET {damage} WHERE sequence = {sent.Sequence}");
            Exception? failure = await Record.ExceptionAsync(() => store.ReceiveAsync(owner, new MessageQuery(id, 10), None));
            if (failure is not null)
            {
                refused++;
                SnapshotException named = Assert.IsType<SnapshotException>(failure);
                Assert.Equal(id, named.InstanceId);
                Assert.Contains($"message {sent.Sequence} ", named.Message, StringComparison.Ordinal);
            }

            Assert.Single(await store.ReceiveAsync(otherOwner, new MessageQuery(otherId, 10), None));
            Assert.NotEmpty(await store.WaitForMessagesAsync(otherOwner, null, None).WaitAsync(HangGuard.Limit));
            Assert.True(await store.WithdrawAsync(id, sent.Sequence, None));
        }

        Assert.Equal(Damages.Length, refused);
    }

    /// <summary>Assignments that damage columns of a message with values that the types of the columns accept.</summary>
    protected virtual string[] Damages =>
        ["kind = -1", "kind = 4", "kind = 32767", "bookmark_name = NULL", "bookmark_name = ''", "kind = 1", "content = NULL", HugeContent];

    protected abstract string HugeContent { get; }

    /// <summary>A message whose row refers to an instance that does not exist.</summary>
    [Fact]
    public async Task ReceiveAsync_ForgedMessage_AffectsNoInstance()
    {
        SqlInstanceStore store = Database.Store();
        (InstanceOwner owner, Guid id, long version) = await HeldAsync(store);
        MessageReceipt sent = await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b1" }, None);
        await Database.RunAsync($"UPDATE workflow.message SET instance_sid = 987654321 WHERE sequence = {sent.Sequence}");
        Assert.Empty(await store.ReceiveAsync(owner, new MessageQuery(id, 10), None));
        Assert.False(await store.WithdrawAsync(id, sent.Sequence, None));
        await store.SaveAsync(owner, Save(id, version, unlock: true), None);
        Guid other = await SavedAsync(store);
        await store.SendAsync(new InstanceMessage { InstanceId = other, BookmarkName = "b1" }, None);
        Assert.Equal(other, (await store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        Assert.Equal(1, await Database.CountAsync("workflow.messages"));
    }

    [Fact]
    public async Task MessagesView_ShowsWaitingMessages()
    {
        SqlInstanceStore store = Database.Store();
        (_, Guid id, _) = await HeldAsync(store);
        MessageReceipt first = await store.SendAsync(
            new InstanceMessage { InstanceId = id, BookmarkName = "b1", Content = new byte[3], ExpiresIn = TimeSpan.FromDays(1) },
            None);
        MessageReceipt second = await store.SendAsync(new InstanceMessage { InstanceId = id, Kind = MessageKind.Suspend }, None);
        List<object?[]> rows = await Database.ReadAsync(
            "SELECT instance_id, sequence, kind, bookmark_name, received, expires, size FROM workflow.messages ORDER BY sequence");
        Assert.Equal(
            [(id, first.Sequence, "Resume", "b1", true, 3L), (id, second.Sequence, "Suspend", null, false, 0L)],
            rows.Select(row => (Guid.Parse($"{row[0]}"), (long)row[1]!, (string)row[2]!, (string?)row[3], row[5] is not null, Convert.ToInt64(row[6], null))));
    }

    [Fact]
    public async Task ReceiveAsync_LargeInbox_IsReadAndConsumedInParts()
    {
        SqlInstanceStore store = Database.Store();
        (InstanceOwner owner, Guid id, long version) = await HeldAsync(store);
        await Database.RunAsync(Fill);
        MessageReceipt last = await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "last" }, None);
        long after = 0;
        int count = 0;
        while (await store.ReceiveAsync(owner, new MessageQuery(id, 5000) { After = after }, None) is { Count: > 0 } part)
        {
            Assert.All(part, message => Assert.InRange(message.Sequence, after + 1, last.Sequence));
            Assert.Equal(part.OrderBy(message => message.Sequence), part);
            count += part.Count;
            after = part[^1].Sequence;
            await store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = id,
                    LockVersion = version,
                    Status = InstanceStatus.Idle,
                    MessagesConsumed = [.. part.Select(message => message.Sequence)]
                },
                None);
        }

        Assert.Equal((Many + 1, last.Sequence), (count, after));
        Assert.Equal(0, await Database.CountAsync("workflow.message"));
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
    }

    private protected static async Task<(InstanceOwner Owner, Guid Id, long Version)> HeldAsync(SqlInstanceStore store)
    {
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        return (owner, id, await store.SaveAsync(owner, Save(id), None));
    }

    private InstanceMessage Message(byte[] content) => new() { Key = _id, BookmarkName = "b1", Content = content };
}
