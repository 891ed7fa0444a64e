using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Activities that start, suspend and terminate instances (A.11, A.12).</summary>
[Trait("Paragraph", "A.12")]
public sealed class InstanceActivityTests
{
    private readonly List<string> _trace = [];

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Suspend_StopsTheInstanceUntilItIsResumed()
    {
        using Run run = Run.Of(Parallel(
            "p",
            Sequence("l", new SuspendActivity("su") { Error = "wait" }, Code("a", _trace)),
            Sequence("r", Code("b", _trace), Code("c", _trace))));
        Assert.Equal("Suspended wait", run.Last);
        Assert.Empty(_trace);
        run.Instance.Resume();
        run.Continue();
        Assert.Equal(["b", "a", "c"], _trace);
        Assert.Equal(["Created", "Started", "Suspended wait", "Resumed", "Completed"], run.Events);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Suspend_WithABoundError_HasItsValue()
    {
        SuspendActivity suspend = new("su");
        suspend.SetBinding(SuspendActivity.ErrorProperty, new ActivityBind("other", "Description"));
        using Run run = Run.Of(Sequence("s", new Activity("other") { Description = "reason" }, suspend));
        Assert.Equal("Suspended reason", run.Last);
        run.Instance.Terminate("enough");
        Assert.Equal("Terminated", run.Last);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Terminate_EndsTheInstanceWithoutHandlers()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new Booking("a", _trace),
            Parallel("p", Sequence("l", new TerminateActivity("te") { Error = "over" }, Code("no", _trace)), Sequence("r", new Waiting("w", _trace))),
            Handlers("hs", Handler<Exception>("h", Code("no2", _trace)))));
        Assert.Equal(["a0"], _trace.Where(static line => line[0] is 'a' or 'n'));
        Assert.Equal("over", Assert.IsType<WorkflowTerminatedException>(run.Exception).Message);
        Assert.Equal(["Created", "Started", "Terminated"], run.Events);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Terminate_WithoutAnError_HasAGeneralMessage()
    {
        using Run run = Run.Of(new TerminateActivity("te"));
        Assert.Equal("The workflow instance was terminated.", run.Exception!.Message);
    }

    [Fact]
    public void InvokeWorkflow_StartsAnInstanceWithItsParameters()
    {
        InvokeWorkflowActivity invoke = new("i") { TargetWorkflow = typeof(Called) };
        invoke.ParameterBindings.Add(new WorkflowParameterBinding("Text") { Value = "hello" });
        invoke.ParameterBindings.Add(new WorkflowParameterBinding("Number"));
        invoke.Invoking += (sender, _) => ((InvokeWorkflowActivity)sender!).ParameterBindings["Number"].Value = 7;
        using Run run = Run.Create(Sequence("s", invoke, Code("after", _trace)));
        run.Runtime.WorkflowCreated += (_, e) => _trace.Add($"created {e.WorkflowInstance.GetWorkflowDefinition().GetType().Name}");
        run.Runtime.WorkflowStarted += (_, e) => _trace.Add("started");
        run.Runtime.WorkflowCompleted += (_, e) => _trace.Add($"completed {e.OutputParameters.GetValueOrDefault("Result")}");
        run.Instance.Start();
        run.Continue();
        Assert.Equal(["started", "created Called", "started", "after", "completed "], _trace);
        WorkflowInstance called = Assert.Single(run.Runtime.GetLoadedWorkflows());
        Assert.Equal(called.InstanceId, invoke.InstanceId);
        run.Continue(called.InstanceId);
        Assert.Equal("completed hello 7", _trace[^1]);
    }

    [Fact]
    public void InvokeWorkflow_BoundParameter_PassesValue()
    {
        InvokeWorkflowActivity invoke = new("i") { TargetWorkflow = typeof(Called) };
        WorkflowParameterBinding text = new("Text");
        text.SetBinding(WorkflowParameterBinding.ValueProperty, new ActivityBind("other", "Description"));
        invoke.ParameterBindings.Add(text);
        using Run run = Run.Of(Sequence("s", new Activity("other") { Description = "bound" }, invoke));
        string? result = null;
        run.Runtime.WorkflowCompleted += (_, e) => result = (string?)e.OutputParameters["Result"];
        run.Continue(invoke.InstanceId);
        Assert.Equal("bound 0", result);
    }

    [Fact]
    public void InvokeWorkflow_InALoop_StartsAnInstanceInEachIteration()
    {
        int count = 0;
        InvokeWorkflowActivity invoke = new("i") { TargetWorkflow = typeof(Called) };
        invoke.ParameterBindings.Add(new WorkflowParameterBinding("Text") { Value = "x" });
        using Run run = Run.Of(Sequence("s", While("w", () => count++ < 3, invoke)));
        Assert.Equal(3, run.Runtime.GetLoadedWorkflows().Count);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void InvokeWorkflow_OfAnInvalidWorkflow_Faults()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new InvokeWorkflowActivity("i") { TargetWorkflow = typeof(InvalidCalled) },
            Handlers("hs", Handler<WorkflowValidationFailedException>("h", Code("handled", _trace)))));
        Assert.Equal(["handled"], _trace);
        Assert.Empty(run.Runtime.GetLoadedWorkflows());
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void InvokeWorkflow_WithAValueOfAnotherType_Faults()
    {
        InvokeWorkflowActivity invoke = new("i") { TargetWorkflow = typeof(Called) };
        invoke.ParameterBindings.Add(new WorkflowParameterBinding("Number") { Value = "seven" });
        using Run run = Run.Of(invoke);
        Assert.StartsWith("The argument 'Number' of the workflow", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void InvokeWorkflow_Invalid_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid)));
        Assert.Equal(3, exception.Errors.Count);
        Assert.Contains("The activity 'none' has no TargetWorkflow; set the type of a workflow.", exception.Message, StringComparison.Ordinal);
        Assert.Contains("The activity 'wrong' has the TargetWorkflow 'System.String', which is no workflow", exception.Message, StringComparison.Ordinal);
        Assert.Contains("The activity 'parameter' has the parameter 'Missing', which is no public property", exception.Message, StringComparison.Ordinal);
    }

    public sealed class Called : SequentialWorkflowActivity
    {
        public Called() => this.With(Code("c", (_, _) => Result = $"{Text} {Number}"));

        public string? Text { get; set; }

        public int Number { get; set; }

        public string? Result { get; private set; }
    }

    public sealed class InvalidCalled : SequentialWorkflowActivity
    {
        public InvalidCalled() => this.With(new CodeActivity("no"));
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        public Invalid()
        {
            InvokeWorkflowActivity parameter = new("parameter") { TargetWorkflow = typeof(Called) };
            parameter.ParameterBindings.Add(new WorkflowParameterBinding("Missing"));
            this.With(new InvokeWorkflowActivity("none"), new InvokeWorkflowActivity("wrong") { TargetWorkflow = typeof(string) }, parameter);
        }
    }
}
