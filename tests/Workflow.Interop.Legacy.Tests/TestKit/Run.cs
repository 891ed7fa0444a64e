using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Testing;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>Runs a workflow on the thread of the test and records its events.</summary>
public sealed class Run : IDisposable
{
    private readonly ManualWorkflowSchedulerService _scheduler = new();

    private Run(Activity root, params object[] services)
    {
        Array.ForEach(services, Runtime.AddService);
        Runtime.AddService(_scheduler);
        Runtime.AddService(Clock);
        Runtime.WorkflowCreated += (_, _) => Events.Add("Created");
        Runtime.WorkflowStarted += (_, _) => Events.Add("Started");
        Runtime.WorkflowIdled += (_, _) => Events.Add("Idled");
        Runtime.WorkflowSuspended += (_, e) => Events.Add($"Suspended {e.Error}");
        Runtime.WorkflowResumed += (_, _) => Events.Add("Resumed");
        Runtime.WorkflowAborted += (_, _) => Events.Add("Aborted");
        Runtime.WorkflowCompleted += (_, _) => Events.Add("Completed");
        Runtime.WorkflowTerminated += (_, e) =>
        {
            Events.Add("Terminated");
            Exception = e.Exception;
        };
        Runtime.ServicesExceptionNotHandled += (_, e) => Events.Add($"Exception {e.Exception.Message}");
        Host.Next = root;
        Instance = Runtime.CreateWorkflow(typeof(Host));
    }

    public WorkflowRuntime Runtime { get; } = new();

    public VirtualTimeProvider Clock { get; } = new();

    public WorkflowInstance Instance { get; }

    public List<string> Events { get; } = [];

    public Exception? Exception { get; private set; }

    public string Last => Events[^1];

    public static Run Create(Activity root, params object[] services) => new(root, services);

    public static Run Of(Activity root)
    {
        Run run = new(root);
        run.Instance.Start();
        run.Continue();
        return run;
    }

    public bool Continue() => Continue(Instance.InstanceId);

    public bool Continue(Guid instanceId) => _scheduler.RunWorkflow(instanceId);

    public bool ContinueAfter(TimeSpan time)
    {
        Clock.Advance(time);
        return Continue();
    }

    public void Dispose() => Runtime.Dispose();

    /// <summary>
    /// A workflow that contains the activity of a test. A runtime constructs the workflow once for validation and once for the instance. The activity is added
    /// to the second object.
    /// </summary>
    public sealed class Host : SequentialWorkflowActivity
    {
        [ThreadStatic]
        private static Activity? s_next;

        [ThreadStatic]
        private static bool s_isValidated;

        public Host()
        {
            Name = "host";
            if (s_isValidated)
            {
                Activities.Add(s_next!);
            }

            s_isValidated = !s_isValidated;
        }

        public static Activity Next
        {
            set
            {
                s_next = value;
                s_isValidated = false;
            }
        }
    }
}
