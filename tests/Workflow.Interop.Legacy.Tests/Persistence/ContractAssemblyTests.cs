extern alias WorkflowCore;
using Contracts;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>
/// Saved state may name the types that the definition of a workflow declares, in any assembly. CreateWorkflow reports values that cannot be saved (A.8, A.10).
/// </summary>
[Trait("Paragraph", "A.10")]
public sealed class ContractAssemblyTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public ContractAssemblyTests() => _store = new InMemoryInstanceStore(_clock);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Workflow_ContractInOtherAssembly_IsSavedAndLoaded(bool isSpecial)
    {
        DoneService service = new();
        Guid id;
        using (Host first = new(_store, _clock, unloadOnIdle: true, prepare: service.AddTo))
        {
            WorkflowInstance instance = first.Start(typeof(Expecting));
            id = instance.InstanceId;
            Assert.Empty(first.Failures);
            Assert.Equal("Unloaded", first.Take()[^1]);
        }

        using Host second = new(_store, _clock, unloadOnIdle: true, workflows: typeof(Expecting), prepare: service.AddTo);
        JobInfo job = isSpecial
            ? new SpecialJob { Grade = Grade.Good, Parts = { [Grade.Good] = [new JobInfo { Name = "part" }] } }
            : new JobInfo { Grade = Grade.Good };
        service.Finish(id, job);
        WorkflowInstance loaded = second.Runtime.GetWorkflow(id);
        second.Continue(loaded);
        Assert.Empty(second.Failures);
        Assert.Equal("Unloaded", second.Take()[^1]);
        second.Send(loaded, "last", null);
        Assert.Equal("Completed", second.Take()[^1]);
        Assert.Equal(Grade.Good, ((JobInfo)second.Outputs["Seen"]!).Grade);
        Assert.Equal(isSpecial ? "part" : null, (second.Outputs["Seen"] as SpecialJob)?.Parts[Grade.Good][0].Name);
        Assert.Equal("begun", ((JobInfo)second.Outputs["Begun"]!).Name);
    }

    [Fact]
    public void Type_DeclaredByDefinition_IsSavedWithoutProvider()
    {
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Declaring));
        instance.Unload();
        host.Send(instance, "wait", null);
        Assert.Equal("Completed", host.Take()[^1]);
        Assert.Equal(Grade.Good, host.Outputs["Grade"]);
        Assert.Equal("list", ((List<JobInfo>)host.Outputs["Jobs"]!)[0].Name);
        Assert.Equal(Grade.Good, host.Outputs["Note"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void Type_NotDeclared_IsRefused()
    {
        Keeping.Next = Grade.Good;
        using Host host = new(_store, _clock);
        WorkflowInstance instance = host.Start(typeof(Keeping));
        Assert.Contains(
            "'Contracts.Grade', which is not among the types",
            Assert.Throws<PersistenceException>(instance.Unload).Message,
            StringComparison.Ordinal);
        instance.Terminate("done");
    }

    [Fact]
    public void CreateWorkflow_NotSerializable_ReportsAllProblems()
    {
        using Host host = new(_store, _clock);
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => host.Runtime.CreateWorkflow(typeof(Unsaveable)));
        Assert.Equal(
            [
                "The activity 'unsaveable' cannot be saved: 'Unsaveable._client' holds a 'System.Net.Http.HttpClient'; mark its type as [Serializable], or the field as [NonSerialized].",
                "The activity 'unsaveable' cannot be saved: 'Unsaveable._kept' holds a 'Workflow.Persistence.InstanceStatus', which is not among the types that saved state may name; add its assembly to a TypeProvider of the runtime.",
                "The activity 'event' cannot be saved: 'Contracts.IUnsaved' has arguments of the type 'Contracts.UnsavedArgs'; mark the type as [Serializable].",
            ],
            exception.Errors.Select(static error => error.ErrorText));
        Assert.Empty(host.Runtime.GetLoadedWorkflows());
    }

    [Fact]
    public void CreateWorkflow_NeverSaved_ReportsNothing()
    {
        using (WorkflowRuntime runtime = new())
        {
            Assert.NotNull(runtime.CreateWorkflow(typeof(Unsaveable)));
        }

        // The workflow does not wait, so it is never saved.
        using Host host = new(_store, _clock);
        host.Start(typeof(Short));
        Assert.Equal("Completed", host.Take()[^1]);
    }

    [Fact]
    public void CreateWorkflow_TypeProvided_Succeeds()
    {
        TypeProvider provider = new(null);
        using Host host = new(_store, _clock, prepare: runtime => runtime.AddService(provider));
        Assert.Throws<WorkflowValidationFailedException>(() => host.Runtime.CreateWorkflow(typeof(Provided)));
        provider.AddAssembly(typeof(InstanceStatus).Assembly);
        WorkflowInstance instance = host.Start(typeof(Provided));
        instance.Unload();
        host.Send(instance, "wait", null);
        Assert.Equal("Completed", host.Take()[^1]);
    }

    /// <summary>Calls a method of the contract, waits for its event, and waits again.</summary>
    public sealed class Expecting : SequentialWorkflowActivity
    {
        public static readonly DependencyProperty ArgumentsProperty = DependencyProperty.Register("Arguments", typeof(DoneArgs), typeof(Expecting));

        public Expecting()
        {
            Name = "expecting";
            CallExternalMethodActivity call = new("begin") { InterfaceType = typeof(IDone), MethodName = "Begin" };
            call.ParameterBindings.Add(new WorkflowParameterBinding("name") { Value = "begun" });
            WorkflowParameterBinding result = new("(ReturnValue)");
            result.SetBinding(WorkflowParameterBinding.ValueProperty, new ActivityBind(Name, nameof(Begun)));
            call.ParameterBindings.Add(result);
            HandleExternalEventActivity wait = new("event") { InterfaceType = typeof(IDone), EventName = "Done" };
            WorkflowParameterBinding arguments = new("e");
            arguments.SetBinding(WorkflowParameterBinding.ValueProperty, new ActivityBind(Name, nameof(Arguments)));
            wait.ParameterBindings.Add(arguments);
            this.With(call, wait, new Reading("last"), Code("end", (_, _) => Seen = Arguments?.Job));
        }

        public JobInfo? Begun { get; set; }

        public object? Seen { get; set; }

        public DoneArgs? Arguments
        {
            get => (DoneArgs?)GetValue(ArgumentsProperty);
            set => SetValue(ArgumentsProperty, value);
        }
    }

    /// <summary>
    /// Declares types of the other assembly in a field, in a list, as an argument of a generic activity, and as the owner of an attached property.
    /// </summary>
    public sealed class Declaring : SequentialWorkflowActivity
    {
        private readonly Typed<Grade> _typed = new() { Name = "typed", Kept = Contracts.Grade.Good };

        public Declaring()
        {
            Name = "declaring";
            SetValue(Notes.NoteProperty, Contracts.Grade.None);
            this.With(
                Code("begin", (_, _) =>
                {
                    Jobs.Add(new JobInfo { Name = "list" });
                    SetValue(Notes.NoteProperty, Contracts.Grade.Good);
                }),
                _typed,
                new Reading("wait"));
        }

        public List<JobInfo> Jobs { get; } = [];

        public object? Grade => _typed.Kept;

        public object? Note => GetValue(Notes.NoteProperty);
    }

    public sealed class Typed<T> : Activity
    {
        public T? Kept { get; set; }
    }

    public sealed class Unsaveable : SequentialWorkflowActivity
    {
        private readonly HttpClient _client = new();
        private readonly object[] _kept = [1, InstanceStatus.Canceled];

        [NonSerialized]
        private readonly HttpClient _skipped = new();

        public Unsaveable()
        {
            Name = "unsaveable";
            this.With(
                Code("code", (_, _) => GC.KeepAlive((_client, _kept, _skipped))),
                new HandleExternalEventActivity("event") { InterfaceType = typeof(IUnsaved), EventName = "Done" });
        }
    }

    public sealed class Short : SequentialWorkflowActivity
    {
        private readonly HttpClient _client = new();

        public Short() => this.With(Code("code", (_, _) => GC.KeepAlive(_client)));
    }

    public sealed class Provided : SequentialWorkflowActivity
    {
        private object _kept = InstanceStatus.Canceled;

        public Provided() => this.With(Code("code", (_, _) => _kept = InstanceStatus.Closed), new Reading("wait"), Code("end", (_, _) => GC.KeepAlive(_kept)));
    }

    private sealed class DoneService : IDone
    {
        public event EventHandler<DoneArgs>? Done;

        public void AddTo(WorkflowRuntime runtime)
        {
            Done = null;
            ExternalDataExchangeService exchange = new();
            runtime.AddService(exchange);
            exchange.AddService(this);
        }

        public JobInfo Begin(string name) => new() { Name = name };

        public void Finish(Guid instanceId, JobInfo job) => Done?.Invoke(this, new DoneArgs(instanceId, job));
    }
}
