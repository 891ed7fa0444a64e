extern alias WorkflowCore;
using System.Collections.Concurrent;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A runtime with a store, whose instances run on the thread of the test.</summary>
public sealed class Host : IDisposable
{
    private readonly ManualWorkflowSchedulerService _scheduler = new();

    public Host(InstanceStore store, VirtualTimeProvider clock, bool unloadOnIdle = false, Action<WorkflowRuntime>? prepare = null, params Type[] workflows)
    {
        Persistence = new StoreWorkflowPersistenceService(store, unloadOnIdle);
        foreach (Type workflow in workflows)
        {
            Persistence.WorkflowTypes.Add(workflow);
        }

        Runtime.AddService(_scheduler);
        Runtime.AddService(clock);
        Runtime.AddService(Persistence);
        Runtime.AddService(new LoaderInContext());
        Runtime.WorkflowIdled += (_, _) => Events.Enqueue("Idled");
        Runtime.WorkflowPersisted += (_, _) => Events.Enqueue("Persisted");
        Runtime.WorkflowUnloaded += (_, _) => Events.Enqueue("Unloaded");
        Runtime.WorkflowLoaded += (_, _) => Events.Enqueue("Loaded");
        Runtime.WorkflowSuspended += (_, e) => Events.Enqueue($"Suspended {e.Error}");
        Runtime.WorkflowAborted += (_, _) => Events.Enqueue("Aborted");
        Runtime.WorkflowCompleted += (_, e) =>
        {
            Events.Enqueue("Completed");
            Outputs = e.OutputParameters;
        };
        Runtime.WorkflowTerminated += (_, e) => Events.Enqueue($"Terminated {e.Exception.Message}");
        Runtime.ServicesExceptionNotHandled += (_, e) => Failures.Enqueue(e.Exception);
        prepare?.Invoke(Runtime);
        Runtime.StartRuntime();
    }

    public WorkflowRuntime Runtime { get; } = new();

    public StoreWorkflowPersistenceService Persistence { get; }

    public ConcurrentQueue<string> Events { get; } = new();

    public ConcurrentQueue<Exception> Failures { get; } = new();

    public Dictionary<string, object?> Outputs { get; private set; } = [];

    public WorkflowInstance Start(Type type)
    {
        WorkflowInstance instance = Runtime.CreateWorkflow(type);
        instance.Start();
        Continue(instance);
        return instance;
    }

    public bool Continue(WorkflowInstance instance) => _scheduler.RunWorkflow(instance.InstanceId);

    /// <summary>Sends an item and runs the instance.</summary>
    public void Send(WorkflowInstance instance, IComparable queue, object? item)
    {
        instance.EnqueueItem(queue, item, null, null);
        Continue(instance);
    }

    public string[] Take()
    {
        List<string> events = [];
        while (Events.TryDequeue(out string? next))
        {
            events.Add(next);
        }

        return [.. events];
    }

    public void Dispose() => Runtime.Dispose();

    /// <summary>
    /// Creates workflows in the execution context of the test, which carries asynchronous local values. A thread of the pool that loads an instance also
    /// creates its definition.
    /// </summary>
    private sealed class LoaderInContext : DefaultWorkflowLoaderService
    {
        private readonly ExecutionContext _context = ExecutionContext.Capture()!;

        protected override Activity CreateInstance(Type workflowType)
        {
            Activity? root = null;
            ExecutionContext.Run(_context, _ => root = base.CreateInstance(workflowType), null);
            return root!;
        }
    }
}
