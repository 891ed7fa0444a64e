using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Schedulers (A.7, A.10), creation (A.8), the runtime and its instances (A.9).</summary>
[Trait("Paragraph", "A.9")]
public sealed class RuntimeTests
{
    private readonly List<string> _trace = [];

    [Fact]
    [Trait("Paragraph", "A.8")]
    public void CreateWorkflow_WithArguments_ReturnsThePropertiesAsOutputs()
    {
        ManualWorkflowSchedulerService scheduler = new();
        using WorkflowRuntime runtime = new();
        runtime.AddService(scheduler);
        List<Dictionary<string, object?>> outputs = [];
        runtime.WorkflowCompleted += (_, e) => outputs.Add(e.OutputParameters);
        foreach (int number in new[] { 20, 30 })
        {
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(Doubling), new Dictionary<string, object> { ["Number"] = number });
            instance.Start();
            Assert.True(scheduler.RunWorkflow(instance.InstanceId));
        }

        Assert.Equal([40, 60], outputs.Select(output => output["Result"]));
        Assert.Equal([20, 30], outputs.Select(output => output["Number"]));
        Assert.Equal(["Number", "Result", "SeenId"], outputs[0].Keys.Order());
    }

    [Theory]
    [InlineData("Missing", 1, "has no public property 'Missing'")]
    [InlineData("Number", "text", "is a 'System.String', not a 'System.Int32'")]
    [InlineData("Name", "n", "has no public property 'Name'")]
    public void CreateWorkflow_WithAWrongArgument_IsRefused(string name, object value, string message)
    {
        using WorkflowRuntime runtime = new();
        Assert.Contains(
            message,
            Assert.Throws<ArgumentException>(() => runtime.CreateWorkflow(typeof(Doubling), new Dictionary<string, object> { [name] = value })).Message,
            StringComparison.Ordinal);
        Assert.Empty(runtime.GetLoadedWorkflows());
    }

    [Theory]
    [InlineData(typeof(string))]
    [InlineData(typeof(Waiting))]
    [InlineData(typeof(HandlerSequence))]
    public void CreateWorkflow_TypeIsNoWorkflow_IsRefused(Type type)
    {
        using WorkflowRuntime runtime = new();
        Assert.Contains(
            $"The type '{type}' is no workflow",
            Assert.Throws<ArgumentException>(() => runtime.CreateWorkflow(type)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void CreateWorkflow_OfAnInvalidWorkflow_ListsEveryProblem()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid)));
        Assert.Equal(
            [
                "The activity 'code' has no handler of ExecuteCode; add one.",
                "The activity 'parallel' needs two or more branches, all of them SequenceActivity; add a branch or put other activities into one.",
                "The name 'code' is used by several activities; give each one a name of its own.",
                "The activity 'code' has neither Fault nor FaultType; set one of them.",
            ],
            exception.Errors.Select(error => error.ErrorText));
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void RemoveService_ServiceIsNotThere_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        object service = new();
        Assert.Contains(
            "is not one of the runtime",
            Assert.Throws<InvalidOperationException>(() => runtime.RemoveService(service)).Message,
            StringComparison.Ordinal);
        runtime.AddService(service);
        runtime.RemoveService(service);
        Assert.Throws<InvalidOperationException>(() => runtime.RemoveService(service));
    }

    [Fact]
    public void CreateWorkflow_IdExists_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        Guid id = runtime.CreateWorkflow(typeof(Doubling)).InstanceId;
        Assert.Contains(
            $"'{id}'",
            Assert.Throws<InvalidOperationException>(() => runtime.CreateWorkflow(typeof(Doubling), null, id)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task DefaultScheduler_WithManyInstances_RunsEachOnce()
    {
        const int Count = 200;
        using WorkflowRuntime runtime = new();
        int completed = 0;
        TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        HashSet<Guid> ids = [];
        runtime.WorkflowCompleted += (_, e) =>
        {
            lock (ids)
            {
                Assert.Equal(e.WorkflowInstance.InstanceId, e.OutputParameters["SeenId"]);
                ids.Add(e.WorkflowInstance.InstanceId);
            }

            if (Interlocked.Increment(ref completed) == Count)
            {
                all.SetResult();
            }
        };
        for (int i = 0; i < Count; i++)
        {
            runtime.CreateWorkflow(typeof(Doubling)).Start();
        }

        await all.Task;
        Assert.Equal(Count, ids.Count);
        Assert.Empty(runtime.GetLoadedWorkflows());
    }

    [Fact]
    public void Suspend_AndResume_HoldTheNextStep()
    {
        Run? run = null;
        run = Run.Create(Sequence("s", Code("a", (_, _) => run!.Instance.Suspend("later")), Code("b", _trace)));
        using (run)
        {
            run.Instance.Start();
            Assert.True(run.Continue());
            Assert.Empty(_trace);
            Assert.False(run.Continue());
            run.Instance.Resume();
            Assert.True(run.Continue());
            Assert.Equal(["b"], _trace);
            Assert.Equal(["Created", "Started", "Suspended later", "Resumed", "Completed"], run.Events);
        }
    }

    [Fact]
    public void Terminate_OfAnIdleInstance_EndsItWithTheReason()
    {
        using Run run = Run.Of(Sequence("s", new Waiting("w", _trace)));
        Assert.Equal("Idled", run.Last);
        run.Instance.Terminate("enough");
        Assert.Equal("Terminated", run.Last);
        Assert.Equal("enough", Assert.IsType<WorkflowTerminatedException>(run.Exception).Message);
        Assert.Equal(["w executes"], _trace);
        Assert.Throws<InvalidOperationException>(() => run.Instance.Terminate("again"));
        Assert.Throws<InvalidOperationException>(() => run.Runtime.GetWorkflow(run.Instance.InstanceId));
    }

    [Fact]
    public void StopRuntime_WithAnIdleInstance_AbortsIt()
    {
        using Run run = Run.Of(Sequence("s", new Waiting("w", _trace)));
        run.Runtime.StopRuntime();
        Assert.Equal("Aborted", run.Last);
        Assert.False(run.Runtime.IsStarted);
    }

    [Fact]
    public void Start_Twice_IsRefused()
    {
        using Run run = Run.Create(Code("a", _trace));
        run.Instance.Start();
        Assert.Throws<InvalidOperationException>(run.Instance.Start);
    }

    [Fact]
    public void Handlers_Throw_DoNotAffectInstance()
    {
        using Run run = Run.Create(Code("a", _trace));
        run.Runtime.WorkflowStarted += (_, _) => throw new FormatException("hook");
        run.Runtime.WorkflowStarted += (_, _) => run.Events.Add("next handler");
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["Created", "Started", "Exception hook", "next handler", "Completed"], run.Events);
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void AddService_OfASecondScheduler_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        runtime.AddService(new ManualWorkflowSchedulerService());
        Assert.Throws<InvalidOperationException>(() => runtime.AddService(new DefaultWorkflowSchedulerService()));
    }

    [Fact]
    [Trait("Paragraph", "A.10")]
    public void GetService_InAnActivity_HidesTheScheduler()
    {
        using Run run = Run.Create(new Waiting("w", _trace)
        {
            OnExecute = context =>
            {
                _trace.Add($"{context.GetService<WorkflowSchedulerService>() is null} {context.GetService<Version>()}");
                return ActivityExecutionStatus.Closed;
            },
        });
        run.Runtime.AddService(new Version(1, 2));
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["w executes", "True 1.2", "w closed"], _trace);
    }

    [Fact]
    public void WorkflowInstanceId_OutsideAStep_IsRefused() => Assert.Throws<InvalidOperationException>(() => WorkflowEnvironment.WorkflowInstanceId);

    [Fact]
    public void Trees_OfGreatDepth_NeedNoDeepStack()
    {
        Activity inner = Code("inner", _trace);
        for (int i = 0; i < 2_000; i++)
        {
            inner = Sequence($"s{i}", inner);
        }

        using Run run = Run.Of(inner);
        Assert.Equal("Completed", run.Last);
        Assert.Equal(["inner"], _trace);
    }

    public sealed class Doubling : SequentialWorkflowActivity
    {
        public static readonly DependencyProperty NumberProperty = DependencyProperty.Register("Number", typeof(int), typeof(Doubling));

        private readonly CodeActivity _double;

        public Doubling()
        {
            CanModifyActivities = true;
            _double = new CodeActivity { Name = "double" };
            _double.ExecuteCode += OnDouble;
            Activities.Add(_double);
            Name = "Doubling";
            CanModifyActivities = false;
        }

        public int Number
        {
            get => (int)GetValue(NumberProperty)!;
            set => SetValue(NumberProperty, value);
        }

        public int Result { get; private set; }

        public Guid SeenId { get; private set; }

        private void OnDouble(object? sender, EventArgs e)
        {
            Result = Number * 2;
            SeenId = WorkflowEnvironment.WorkflowInstanceId;
        }
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid()
        {
            SequenceActivity off = Sequence("off", new CodeActivity("free"));
            off.Enabled = false;
            this.With(new CodeActivity("code"), new ParallelActivity("parallel"), new ThrowActivity("code"), off);
        }

        protected override void InitializeProperties() => throw new NotSupportedException("An invalid workflow makes no instance.");
    }
}
