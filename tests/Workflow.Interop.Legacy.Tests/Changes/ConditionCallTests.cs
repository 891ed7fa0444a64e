extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Conditions that change, suspend, unload or end their own instance while they are evaluated (A.7, A.13a item 13).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ConditionCallTests : IDisposable
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly Host _host;

    public ConditionCallTests() => _host = new Host(new InMemoryInstanceStore(_clock), _clock);

    public static TheoryData<string, string, string> Cases()
    {
        TheoryData<string, string, string> cases = [];
        foreach (string kind in (string[])["while", "ifElse", "group", "replicator"])
        {
            cases.Add(kind, "change", "Completed");
            cases.Add(kind, "changeById", "Completed");
            cases.Add(kind, "suspend", "Suspended why");
            cases.Add(kind, "resume", "Completed");
            cases.Add(kind, "load", "Completed");
            cases.Add(kind, "terminate", "Terminated why");
            cases.Add(kind, "abort", "Aborted");
            cases.Add(kind, "stop", "Aborted");
            cases.Add(kind, "unload", "Terminated refused");
            cases.Add(kind, "tryUnload", "Terminated refused");
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Condition_CallsInstance_IsAppliedOrRefused(string kind, string call, string expected)
    {
        Deciding.Kind = kind;
        Deciding.Call = root => Call(root, call);
        WorkflowInstance instance = _host.Start(typeof(Deciding));
        _host.Send(instance, "go", 1);
        string last = _host.Take()[^1];
        if (expected == "Terminated refused")
        {
            Assert.Equal($"Terminated The workflow instance '{instance.InstanceId}' cannot be unloaded by one of its own steps; unload it from outside, or when it is idle.", last);
        }
        else
        {
            Assert.Equal(expected, last);
        }

        if (call == "suspend")
        {
            instance.Resume();
            _host.Continue(instance);
        }

        string body = kind == "ifElse" ? "body " : "body body ";
        string? trace = expected is "Completed" or "Suspended why"
            ? $"{body}after {(call.StartsWith("change", StringComparison.Ordinal) ? "added " : string.Empty)}"
            : null;
        Assert.Equal(trace, _host.Outputs.GetValueOrDefault("Trace"));
        Assert.Empty(_host.Failures);
    }

    public void Dispose() => _host.Dispose();

    private void Call(Tracing root, string call)
    {
        WorkflowInstance self = _host.Runtime.GetWorkflow(WorkflowEnvironment.WorkflowInstanceId);
        switch (call)
        {
            case "change":
                WorkflowChanges changes = new(root);
                changes.TransientWorkflow.Activities.Add(new Step("added"));
                root.Apply(changes);
                break;
            case "changeById": self.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("added"))); break;
            case "suspend": self.Suspend("why"); break;
            case "resume": self.Resume(); break;
            case "load": self.Load(); break;
            case "terminate": self.Terminate("why"); break;
            case "abort": self.Abort(); break;
            case "stop": _host.Runtime.StopRuntime(); break;
            case "unload": self.Unload(); break;
            case "tryUnload": self.TryUnload(); break;
            default: throw new ArgumentOutOfRangeException(nameof(call), call, "There is no such call.");
        }
    }
}

/// <summary>Evaluates a condition that calls the test at its first evaluation.</summary>
public sealed class Deciding : Tracing
{
    public Deciding()
    {
        Name = "deciding";
        CodeCondition condition = new();
        condition.Condition += OnCondition;
        Step body = new("body");
        Activity decides = Kind switch
        {
            "while" => new WhileActivity("decides") { Condition = condition }.With(body),
            "ifElse" => new IfElseActivity("decides").With(
                new IfElseBranchActivity("yes") { Condition = condition }.With(body),
                new IfElseBranchActivity("no").With(new Step("other"))),
            "replicator" => new ReplicatorActivity("decides") { InitialChildData = new[] { 1, 2, 3 }, UntilCondition = condition }.With(body),
            _ => new ConditionedActivityGroup("decides").With(body),
        };
        if (Kind == "group")
        {
            body.SetValue(ConditionedActivityGroup.WhenConditionProperty, condition);
        }

        this.With(new Reading("go"), decides, new Step("after"));
    }

    [field: ThreadStatic]
    public static string? Kind { get; set; }

    [field: ThreadStatic]
    public static Action<Tracing>? Call { get; set; }

    public int Count { get; set; }

    private void OnCondition(object? sender, ConditionalEventArgs e)
    {
        if (++Count == 1)
        {
            Call?.Invoke(this);
        }

        e.Result = sender is ReplicatorActivity ? Count > 2 : Count < 3;
    }
}
