using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>An invocation, as its extensions see it.</summary>
internal sealed class InvocationProxy(Invocation invocation) : WorkflowInstanceProxy
{
    private TimeProvider? _clock;

    public override Guid Id => invocation.InstanceId;

    public override Activity WorkflowDefinition => invocation.Definition;

    /// <summary>The clock. The first registration of a timer looks it up, on the thread of the instance, because alarms read it on other threads.</summary>
    internal override TimeProvider TimeProvider => _clock ??= (TimeProvider?)invocation.GetExtension(typeof(TimeProvider)) ?? TimeProvider.System;

    internal override void Fail(Exception reason) => invocation.AbortFor(reason);

    public override ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        cancellationToken.ThrowIfCancellationRequested();
        InvocationMessage delivery = new(bookmark, value);
        invocation.Post(delivery);
        TaskEnd.Observe(delivery.Answer!.Task);
        return new ValueTask<BookmarkResumptionResult>(delivery.Answer!.Task.WaitAsync(cancellationToken));
    }
}
