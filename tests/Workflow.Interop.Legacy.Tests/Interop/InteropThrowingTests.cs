extern alias WorkflowCore;

using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.Faults;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using WorkflowCore::Workflow.Statements;
using static Workflow.Interop.Legacy.Tests.TestKit.Hosted;
using Activity = Workflow.Interop.Legacy.ComponentModel.Activity;
using NewActivity = WorkflowCore::Workflow.Activity;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>
/// Handlers and methods of legacy activities that throw, inside each kind of new activity (B.2, B.3): the new workflow ends, and no part of the legacy activity
/// stays active.
/// </summary>
[Trait("Paragraph", "B.3")]
public sealed class InteropThrowingTests
{
    private static readonly string[] Places =
    [
        "Executing", "StatusChanged", "Closed", "Canceling", "Faulting", "Execute", "Cancel", "HandleFault", "OnClosed", "Uninitialize", "Load", "Unload",
        "Initialize", "Dispose", "Reload", "nowhere",
    ];

    private static int s_initialized;
    private static int s_loaded;
    private static bool s_isReloaded;
    private readonly List<string> _trace = [];

    public static TheoryData<string, string, bool, bool> Cases()
    {
        TheoryData<string, string, bool, bool> cases = [];
        foreach (string shape in (string[])["try", "parallel", "pick", "compensable", "canceled", "terminated", "bare"])
        {
            foreach (string place in Places)
            {
                foreach (bool isRoot in new[] { false, true })
                {
                    cases.Add(shape, place, isRoot, false);
                    cases.Add(shape, place, isRoot, true);
                }
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Activity_Throws_EndsNewWorkflowAsync(string shape, string place, bool isRoot, bool reloads)
    {
        (s_initialized, s_loaded, s_isReloaded) = (0, 0, false);
        (Guard.Place, Guard.IsRoot) = (place, isRoot);
        await using TestHost host = new(new TestHostOptions { Store = new InMemoryInstanceStore(), IdleAction = PersistableIdleAction.None });
        TestInstance instance = host.Start(Sequence(Shape(shape), Log(_trace, "after")));
        Exception? aborted = await Record.ExceptionAsync(() => RunAsync(host, instance, shape, reloads));
        string all = $"{string.Join(", ", _trace)} / {instance.Result?.State} {instance.Result?.Exception} / {aborted?.Message}";
        bool isCanceled = shape is "pick" or "canceled";
        if (aborted is not null)
        {
            Assert.StartsWith("The instance was aborted: 'Interop' failed while 'Interop' was being canceled", aborted.Message, StringComparison.Ordinal);
            Assert.True(isCanceled && place is "Cancel" or "Canceling" or "Closed" or "OnClosed" or "Uninitialize", all);
        }
        else if (place is "nowhere" or "Dispose" or "Unload"
            || (place is "Cancel" or "Canceling" && !(isCanceled && isRoot))
            || (place == "Reload" && !reloads))
        {
            Assert.True(
                instance.Result!.Exception is null or WorkflowApplicationTerminatedException
                    && !_trace.Exists(static line => line.StartsWith("caught", StringComparison.Ordinal)),
                all);
        }
        else
        {
            bool isLate = isRoot && shape == "terminated" && place is "Closed" or "OnClosed" or "Uninitialize";
            string[] messages = place is "Faulting" or "HandleFault" ? ["handler", "failed"] : [isLate ? "enough" : "handler"];
            Assert.True(
                shape == "bare" || isLate
                    ? messages.Contains(instance.Result!.Exception!.Message)
                    : messages.Contains(_trace[0].Replace("caught ", string.Empty, StringComparison.Ordinal)) && _trace[^1] == "after",
                all);
        }

        Assert.Equal(0, host.Time.PendingTimers);
        bool isUninitialized = shape == "terminated" && reloads && instance.Result!.Exception is WorkflowApplicationTerminatedException;
        if (place is not ("Load" or "Initialize"))
        {
            Assert.Equal((isUninitialized ? 1 : 0, place == "Reload" && reloads ? s_loaded : 0), (s_initialized, s_loaded));
        }
    }

    private static async Task RunAsync(TestHost host, TestInstance instance, string shape, bool reloads)
    {
        await host.RunUntilIdleAsync();
        foreach (string queue in (string[])["item", "last"])
        {
            if (reloads && instance.Result is null)
            {
                s_isReloaded = true;
                await instance.ReloadAsync();
            }

            if (instance.Result is null)
            {
                await (queue == "item" ? instance.TryResumeAsync(queue, 1) : shape switch
                {
                    "canceled" => instance.CancelAsync(),
                    "terminated" => instance.TerminateAsync("enough"),
                    "pick" => Task.CompletedTask,
                    _ => instance.TryResumeAsync(queue, 1),
                });
            }
        }

        await host.AdvanceAsync(TimeSpan.FromMinutes(30));
        Assert.NotNull(instance.Result);
    }

    private NewActivity Shape(string shape)
    {
        NewActivity interop = new Workflow.Statements.Interop { ActivityType = typeof(Guard) };
        return shape switch
        {
            "bare" => interop,
            "parallel" =>
                Try<InvalidOperationException>(_trace, Parallel(interop, new Delay { Duration = new InArgument<TimeSpan>(TimeSpan.FromMinutes(20)) })),
            "pick" => Try<InvalidOperationException>(_trace, new Pick
            {
                Branches =
                {
                    new PickBranch { Trigger = interop, Action = Log(_trace, "legacy") },
                    new PickBranch { Trigger = new Delay { Duration = new InArgument<TimeSpan>(TimeSpan.FromMinutes(3)) }, Action = Log(_trace, "new") },
                },
            }),
            "compensable" =>
                Try<InvalidOperationException>(_trace, new CompensableActivity { Body = interop, CompensationHandler = Log(_trace, "compensated") }),
            _ => Try<InvalidOperationException>(_trace, interop),
        };
    }

    public sealed class Guard : SequenceActivity
    {
        public Guard() => this.With(
            new Reading("item"),
            new Part("part"),
            new ListenActivity("listen").With(Tree.On("e1", new Reading("last")), Tree.On("e2", Tree.Delay("delay", 10))));

        public static string? Place { get; set; }

        public static bool IsRoot { get; set; }

        public static void Do(string place, bool isRoot)
        {
            if (isRoot == IsRoot && (place == Place || (Place == "Reload" && place == "Load" && s_isReloaded)))
            {
                throw new InvalidOperationException("handler");
            }
        }

        protected override void Initialize(IServiceProvider provider)
        {
            s_initialized++;
            Hook(this, true, OnStatus);
            Do("Initialize", true);
        }

        protected override void Uninitialize(IServiceProvider provider)
        {
            s_initialized--;
            Do("Uninitialize", true);
        }

        protected override void OnActivityExecutionContextLoad(IServiceProvider provider)
        {
            s_loaded++;
            Do("Load", true);
        }

        protected override void OnActivityExecutionContextUnload(IServiceProvider provider)
        {
            s_loaded--;
            Do("Unload", true);
        }

        protected override void OnClosed(IServiceProvider provider) => Do("OnClosed", true);

        protected override void Dispose(bool disposing)
        {
            Do("Dispose", true);
            base.Dispose(disposing);
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            ActivityExecutionStatus status = base.Execute(executionContext);
            Do("Execute", true);
            return status;
        }

        protected override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
        {
            Do("Cancel", true);
            return base.Cancel(executionContext);
        }

        protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
        {
            Do("HandleFault", true);
            return base.HandleFault(executionContext, exception);
        }

        public static void Hook(Activity activity, bool isRoot, EventHandler<ActivityExecutionStatusChangedEventArgs> handler)
        {
            if (isRoot != IsRoot)
            {
                return;
            }

            StatusEvents.Add(activity, Place, handler);
        }

        private void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");
    }

    public sealed class Part : Activity
    {
        public Part(string name)
            : base(name)
        {
        }

        protected override void Initialize(IServiceProvider provider)
        {
            s_initialized++;
            Guard.Hook(this, false, OnStatus);
            Guard.Do("Initialize", false);
        }

        protected override void Uninitialize(IServiceProvider provider)
        {
            s_initialized--;
            Guard.Do("Uninitialize", false);
        }

        protected override void OnActivityExecutionContextLoad(IServiceProvider provider)
        {
            s_loaded++;
            Guard.Do("Load", false);
        }

        protected override void OnActivityExecutionContextUnload(IServiceProvider provider)
        {
            s_loaded--;
            Guard.Do("Unload", false);
        }

        protected override void OnClosed(IServiceProvider provider) => Guard.Do("OnClosed", false);

        protected override void Dispose(bool disposing)
        {
            Guard.Do("Dispose", false);
            base.Dispose(disposing);
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            Guard.Do("Execute", false);
            return Guard.Place is "Faulting" or "HandleFault" ? throw new InvalidOperationException("failed") : ActivityExecutionStatus.Closed;
        }

        protected override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception)
        {
            Guard.Do("HandleFault", false);
            return base.HandleFault(executionContext, exception);
        }

        private void OnStatus(object? sender, ActivityExecutionStatusChangedEventArgs e) => throw new InvalidOperationException("handler");
    }
}
