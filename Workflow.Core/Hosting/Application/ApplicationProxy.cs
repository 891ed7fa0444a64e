using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The instance of an application, as its extensions see it.</summary>
internal sealed class ApplicationProxy(ApplicationInstance instance) : WorkflowInstanceProxy
{
    private TimeProvider? _clock;

    public override Guid Id => instance.InstanceId;

    public override Activity WorkflowDefinition => instance.Definition;

    /// <summary>The clock. The first registration of a timer looks it up, on the thread of the instance, because alarms read it on other threads.</summary>
    internal override TimeProvider TimeProvider => _clock ??= (TimeProvider?)instance.GetExtension(typeof(TimeProvider)) ?? TimeProvider.System;

    internal override void Fail(Exception reason) => instance.AbortFor(reason);

    public override ValueTask<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        cancellationToken.ThrowIfCancellationRequested();
        return new ValueTask<BookmarkResumptionResult>(
            instance.SubmitAsync(SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: false, cancellationToken))));
    }
}
