namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What activities and their contexts need of the runtime that executes them.</summary>
internal abstract class ExecutionPort : IServiceProvider
{
    public abstract Guid InstanceId { get; }

    public abstract void Execute(Activity child);

    public abstract void Cancel(Activity child);

    public abstract void Close(Activity activity);

    public abstract void Queue(WorkItem item);

    public abstract object? GetService(Type serviceType);
}
