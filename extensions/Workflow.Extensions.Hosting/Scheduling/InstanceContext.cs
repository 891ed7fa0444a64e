using Microsoft.Extensions.Logging;
using Workflow.Hosting;

namespace Workflow.Extensions.Hosting;

/// <summary>Runs the work of one instance in the scheduler of the host, inside a logging scope that identifies the instance. Thread-safe.</summary>
/// <param name="scheduler">The scheduler.</param>
/// <param name="queue">The queue of the definition.</param>
/// <param name="logger">Opens the logging scope.</param>
/// <param name="scope">The logging scope.</param>
internal sealed class InstanceContext(RunScheduler scheduler, DefinitionQueue queue, ILogger logger, object scope) : SynchronizationContext
{
    /// <inheritdoc/>
    /// <remarks>
    /// Only turns of the instance count against the limit of the scheduler. If asynchronous code of activities counted as well, activities that block a
    /// thread until such code has run could use up the limit and deadlock.
    /// </remarks>
    public override void Post(SendOrPostCallback d, object? state)
    {
        if (state is WorkflowTurn)
        {
            scheduler.Post(queue, () => Run(d, state));
        }
        else
        {
            ThreadPool.QueueUserWorkItem(static call => call.Callback(call.State), (Callback: d, State: state), preferLocal: false);
        }
    }

    /// <inheritdoc/>
    public override SynchronizationContext CreateCopy() => this;

    private void Run(SendOrPostCallback callback, object? state)
    {
        IDisposable? opened = Open();
        try
        {
            callback(state);
        }
        finally
        {
            opened?.Dispose();
        }
    }

    /// <summary>Opens the logging scope. A failing logger must not stop the instance, so the result is then null.</summary>
    private IDisposable? Open()
    {
        try
        {
            return logger.BeginScope(scope);
        }
        catch (Exception)
        {
            return null;
        }
    }
}
