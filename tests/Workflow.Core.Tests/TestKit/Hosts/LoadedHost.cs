using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>The host of an instance that was loaded, or that stops at its saves. Everything runs on the thread of the test.</summary>
internal sealed class LoadedHost(WorkflowExecutor executor, Guid id) : ExecutionHost
{
    private readonly Queue<InvocationMessage> _mailbox = [];
    private ExtensionSet? _extensions;
    private bool _isRunning;

    public override Guid InstanceId => id;

    public override System.Transactions.Transaction? AmbientTransaction => null;

    /// <summary>Called for each save that an activity requests. If it returns true, the save ends at once; otherwise it never ends.</summary>
    public Func<bool>? OnSave { get; set; }

    /// <summary>
    /// True to save the instance in its transactions. Such a save counts as a save of an activity; if it does not end, the transaction stays open.
    /// </summary>
    public bool SavesTransactions { get; set; }

    public override bool SavesInTransactions => SavesTransactions;

    public override Task SaveAndCommitAsync(System.Transactions.CommittableTransaction transaction)
    {
        Task save = SaveAsync();
        if (save.IsCompleted)
        {
            transaction.Commit();
        }

        return save;
    }

    public void UseExtensions(WorkflowInstanceExtensionManager? manager)
    {
        _extensions = ExtensionSet.Create(executor.Program, manager);
        _extensions.SetInstance(new Proxy(this));
    }

    public override object? GetExtension(Type type) => _extensions?.Find(type);

    public override void Watch(Task operation, WorkItem item) =>
        operation.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => Post(new InvocationMessage(item)));

    public override Task SaveAsync() => OnSave?.Invoke() == true ? Task.CompletedTask : new TaskCompletionSource().Task;

    /// <summary>Runs a new instance from its start, or continues a loaded one.</summary>
    public void Run(bool isFirst) => Turn(isFirst ? executor.RunFirst : executor.Loop.Run);

    public void Post(InvocationMessage delivery)
    {
        _mailbox.Enqueue(delivery);
        if (!_isRunning)
        {
            Turn(static () => { });
        }
    }

    public void Close() => _extensions?.Dispose();

    private void Turn(Action first)
    {
        _isRunning = true;
        first();
        while (executor.BlockingTask is null && _mailbox.TryDequeue(out InvocationMessage? delivery))
        {
            Deliver(delivery);
        }

        _isRunning = false;
    }

    private void Deliver(InvocationMessage delivery)
    {
        if (executor.State.HasEnded)
        {
            delivery.Answer?.TrySetResult(BookmarkResumptionResult.NotFound);
            return;
        }

        if (delivery.Bookmark is { } bookmark)
        {
            delivery.Answer!.TrySetResult(executor.Bookmarks.Resume(bookmark, delivery.Value));
        }
        else if (delivery.AbortReason is { } reason)
        {
            executor.RequestAbort(reason);
        }
        else if (delivery.Item is { } item)
        {
            executor.Queue.PushBack(item);
        }

        executor.Loop.Run();
    }

    private sealed class Proxy(LoadedHost host) : WorkflowInstanceProxy
    {
        public override Guid Id => host.InstanceId;

        public override Activity WorkflowDefinition => throw new NotSupportedException("No test asks a loaded instance for its definition.");

        public override ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default)
        {
            InvocationMessage delivery = new(bookmark, value);
            host.Post(delivery);
            return new ValueTask<BookmarkResumptionResult>(delivery.Answer!.Task);
        }
    }
}
