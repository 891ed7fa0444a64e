extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Activities that the designer generates share one object for one token. Clones of these activities can be saved (A.6, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SharedPartTests
{
    [Fact]
    public void Token_SharedInClone_SurvivesSave()
    {
        InMemoryInstanceStore store = new();
        VirtualTimeProvider clock = new();
        TaskService tasks = new();
        using Host host = new(store, clock, unloadOnIdle: true, prepare: runtime => Prepare(runtime, tasks));
        WorkflowInstance instance = host.Start(typeof(Tasks));
        for (int i = 1; i <= 2; i++)
        {
            Assert.Empty(host.Failures);
            Assert.Contains("Unloaded", host.Take());
            tasks.Complete(instance.InstanceId, $"task {i}");
            host.Continue(instance);
        }

        Assert.Contains("Completed", host.Take());
        Assert.Equal(["task 1", "task 2"], tasks.Created);
    }

    private static void Prepare(WorkflowRuntime runtime, TaskService tasks)
    {
        ExternalDataExchangeService exchange = new();
        runtime.AddService(exchange);
        exchange.AddService(tasks);
    }

    /// <summary>Creates a task and waits for it, twice. The two activities share a token.</summary>
    public sealed class Tasks : SequentialWorkflowActivity
    {
        private int _count;

        public Tasks()
        {
            CorrelationToken token = new("task") { OwnerActivityName = "body" };
            CallExternalMethodActivity create = new("create") { InterfaceType = typeof(ITasks), MethodName = "Create", CorrelationToken = token };
            create.ParameterBindings.Add(new WorkflowParameterBinding("taskId"));
            create.MethodInvoking += OnCreate;
            HandleExternalEventActivity completed = new("completed") { InterfaceType = typeof(ITasks), EventName = "Completed", CorrelationToken = token };
            CodeCondition condition = new();
            condition.Condition += OnCondition;
            this.With(new WhileActivity("while") { Condition = condition }.With(Tree.Sequence("body", create, completed)));
        }

        private void OnCondition(object? sender, ConditionalEventArgs e) => e.Result = _count < 2;

        private void OnCreate(object? sender, EventArgs e) => ((CallExternalMethodActivity)sender!).ParameterBindings["taskId"].Value = $"task {++_count}";
    }
}
