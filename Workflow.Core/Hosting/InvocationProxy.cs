namespace Workflow.Hosting;

/// <summary>An invocation as its extensions see it.</summary>
internal sealed class InvocationProxy(Invocation invocation) : WorkflowInstanceProxy
{
    public override Guid Id => invocation.InstanceId;

    public override Activity WorkflowDefinition => invocation.Definition;

    public override ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        cancellationToken.ThrowIfCancellationRequested();
        Delivery delivery = new(bookmark, value);
        invocation.Post(delivery);
        return new ValueTask<BookmarkResumptionResult>(delivery.Answer!.Task.WaitAsync(cancellationToken));
    }
}
