using System.Collections.Concurrent;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>The store of one process. The process can be cut off from the store, or lost.</summary>
internal sealed class FaultyStore(InstanceStore inner) : DelegatingInstanceStore(inner)
{
    private readonly ConcurrentQueue<string?> _loads = new();
    private volatile bool _isCut;
    private volatile bool _isLost;
    private int _saves;
    private int _receives;
    private int _messagesRead;
    private long _bytesRead;
    private long _largestRead;
    private int _waits;
    private int _waitsForRunnable;

    /// <summary>True to make all calls fail.</summary>
    public bool IsCut
    {
        get => _isCut;
        set => _isCut = value;
    }

    /// <summary>True to lose the process: calls no longer have an effect and do not return.</summary>
    public bool IsLost
    {
        get => _isLost;
        set => _isLost = value;
    }

    /// <summary>A task that send calls await after they have stored their message. Null for none.</summary>
    public Task? HoldsSends { get; set; }

    /// <summary>A function that runs before each save, with the owner as its argument. Null for none.</summary>
    public Func<InstanceOwner, Task>? BeforeSave { get; set; }

    /// <summary>A function that runs after each save and before the call returns, with the owner as its argument. Null for none.</summary>
    public Func<InstanceOwner, Task>? AfterSave { get; set; }

    /// <summary>The definition names of the runnable instances that were loaded, in the order of the loads.</summary>
    public IReadOnlyList<string?> Loads => [.. _loads];

    public int Saves => Volatile.Read(ref _saves);

    /// <summary>The number of calls that read messages.</summary>
    public int Receives => Volatile.Read(ref _receives);

    /// <summary>The number of messages that were read, with or without content.</summary>
    public int MessagesRead => Volatile.Read(ref _messagesRead);

    /// <summary>The total number of content bytes that were read.</summary>
    public long BytesRead => Volatile.Read(ref _bytesRead);

    /// <summary>The largest number of content bytes that one call has read.</summary>
    public long LargestRead => Volatile.Read(ref _largestRead);

    /// <summary>A function that runs before messages are read, with the number of such calls as its argument. Null for none.</summary>
    public Action<int>? BeforeReceive { get; set; }

    /// <summary>The number of calls that wait for messages. Each call begins with a query.</summary>
    public int Waits => Volatile.Read(ref _waits);

    /// <summary>True if a host waits for runnable instances now.</summary>
    public bool HasWaitForRunnable => Volatile.Read(ref _waitsForRunnable) > 0;

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.CreateOwnerAsync(options, cancellationToken), cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.RenewOwnerAsync(owner, cancellationToken), cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.DeleteOwnerAsync(owner, cancellationToken), cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _saves);
        return CallAsync(
            async () =>
            {
                await (BeforeSave?.Invoke(owner) ?? Task.CompletedTask);
                long version = await Inner.SaveAsync(owner, save, cancellationToken);
                await (AfterSave?.Invoke(owner) ?? Task.CompletedTask);
                return version;
            },
            cancellationToken);
    }

    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.UnlockAsync(owner, unlock, cancellationToken), cancellationToken);

    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.ContinueAsync(instanceId, cancellationToken), cancellationToken);

    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.TerminateAsync(instanceId, cancellationToken), cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.LoadAsync(owner, load, cancellationToken), cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            StoredInstance? loaded = await Inner.TryLoadRunnableAsync(owner, load, cancellationToken);
            if (loaded is not null)
            {
                _loads.Enqueue(loaded.DefinitionIdentity?.Name);
            }

            return loaded;
        },
        cancellationToken);

    public override async Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _waitsForRunnable);
        try
        {
            await CallAsync(() => Inner.WaitForRunnableAsync(owner, cancellationToken), cancellationToken);
        }
        finally
        {
            Interlocked.Decrement(ref _waitsForRunnable);
        }
    }

    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            MessageReceipt receipt = await Inner.SendAsync(message, cancellationToken);
            await (HoldsSends ?? Task.CompletedTask);
            return receipt;
        },
        cancellationToken);

    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        CallAsync(() => Inner.WithdrawAsync(instanceId, sequence, cancellationToken), cancellationToken);

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken)
    {
        int number = Interlocked.Increment(ref _receives);
        BeforeReceive?.Invoke(number);
        return CallAsync(
            async () =>
            {
                IReadOnlyList<StoredMessage> messages = await Inner.ReceiveAsync(owner, query, cancellationToken);
                long bytes = messages.Sum(message => (long)message.Content.Length);
                Interlocked.Add(ref _bytesRead, bytes);
                Interlocked.Add(ref _messagesRead, messages.Count);
                Volatile.Write(ref _largestRead, Math.Max(LargestRead, bytes));
                return messages;
            },
            cancellationToken);
    }

    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _waits);
        return CallAsync(() => Inner.WaitForMessagesAsync(owner, known, cancellationToken), cancellationToken);
    }

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        _isCut ? throw Cut() : Inner.QueryAsync(query, cancellationToken);

    private static InstancePersistenceException Cut() => new("The store cannot be reached.");

    private Task CallAsync(Func<Task> call, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            await call();
            return true;
        },
        cancellationToken);

    private async Task<T> CallAsync<T>(Func<Task<T>> call, CancellationToken cancellationToken)
    {
        await StandAsync(cancellationToken);
        T result = await call();
        await StandAsync(cancellationToken);
        return result;
    }

    private Task StandAsync(CancellationToken cancellationToken) =>
        _isLost ? Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken) : _isCut ? throw Cut() : Task.CompletedTask;
}
