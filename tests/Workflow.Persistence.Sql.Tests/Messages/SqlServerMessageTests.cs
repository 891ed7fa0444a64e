namespace Workflow.Persistence.Sql.Tests.Messages;

/// <summary>On SQL Server there are no messages yet, and each call says so before it connects.</summary>
public sealed class SqlServerMessageTests
{
    [Fact]
    public async Task Calls_AboutMessages_AreNotSupported()
    {
        await using SqlInstanceStore store = new("Server=none;Database=none;Integrated Security=True");
        InstanceOwner owner = new(Guid.NewGuid(), new InstanceOwnerOptions(), Timeout.InfiniteTimeSpan);
        Guid id = Guid.NewGuid();
        Assert.False(store.SupportsMessages);
        Func<Task>[] calls =
        [
            () => store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a" }, CancellationToken.None),
            () => store.WithdrawAsync(id, 1, CancellationToken.None),
            () => store.ReceiveAsync(owner, id, 0, 1, CancellationToken.None),
            () => store.WaitForMessagesAsync(owner, null, CancellationToken.None),
            () => store.SuspendAsync(owner, id, 1, "reason", CancellationToken.None),
            () => store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, RequestId = Guid.NewGuid() }, CancellationToken.None),
        ];
        foreach (Func<Task> call in calls)
        {
            await Assert.ThrowsAsync<NotSupportedException>(call);
        }
    }
}
