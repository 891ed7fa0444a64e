extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>The activities that are saved when they close, and the state that such a save contains (A.3).</summary>
[Trait("Paragraph", "A.3")]
public sealed class PersistOnCloseTests
{
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public PersistOnCloseTests() => _store = new InMemoryInstanceStore(_clock);

    [Fact]
    public void CompensatableActivity_HasSucceeded_CausesNoSave()
    {
        Transacting.Build = static root =>
            [
                .. Enumerable.Range(0, 10).Select(
                    number => Compensatable($"c{number}", root.Step($"a{number}"), OnCompensate($"undo{number}", root.Step($"u{number}"))))
            ];
        using Host host = new(_store, _clock);
        host.Start(typeof(Transacting));
        Assert.Equal(["Persisted", "Completed"], host.Take());
    }

    /// <summary>The store fails while the activities succeed, because they do not use it.</summary>
    [Fact]
    public void CompensatableActivity_StoreFails_SucceedsAndIsCompensated()
    {
        FailingStore store = new(_store);
        Transacting.Build = root =>
        [
            Compensatable("c", Code("break", (_, _) => store.Failure = new IOException("disk")), OnCompensate("undo", root.Step("u"))),
            Code("repair", (_, _) => store.Failure = null),
            root.Step("a"),
            new Reading("q"),
            Throw("throw", new FormatException("late")),
            Handlers("handlers", Handler<FormatException>("handler", Compensate("compensate", "c"))),
        ];
        using Host host = new(store, _clock);
        WorkflowInstance instance = host.Start(typeof(Transacting));
        instance.Unload();
        host.Send(instance, "q", 1);
        Assert.Equal("au", host.Outputs["Steps"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void OnClosed_ActivityIsSaved_IsInSave()
    {
        WorkflowRuntime runtime = null!;
        bool isAborted = false;
        Transacting.Build = root =>
        [
            new Closing("closing"),
            Code("after", (_, _) =>
            {
                if (isAborted)
                {
                    root.Steps += $"{((Closing)root.GetActivityByName("closing")!).Calls}";
                    return;
                }

                isAborted = true;
                runtime.GetWorkflow(WorkflowEnvironment.WorkflowInstanceId).Abort();
            }),
            new Reading("q"),
        ];
        using Host host = new(_store, _clock, prepare: created => runtime = created);
        WorkflowInstance instance = host.Start(typeof(Transacting));
        Assert.Equal(["Persisted", "Aborted"], host.Take());
        instance.Load();
        while (!host.Events.Contains("Idled"))
        {
            host.Continue(instance);
        }

        host.Send(instance, "q", 1);
        Assert.Equal("1", host.Outputs["Steps"]);
    }

    [Fact]
    public void OnClosed_Throws_FaultsTheActivityWithoutASave()
    {
        Transacting.Build = root => [new Closing("closing") { Failures = 1 }, Handlers("handlers", Handler<FormatException>("handler", root.Step("h")))];
        using Host host = new(_store, _clock);
        host.Start(typeof(Transacting));
        Assert.Equal(["Persisted", "Completed"], host.Take());
        Assert.Equal("h", host.Outputs["Steps"]);
    }

    [Fact]
    public void OnClosed_SaveFails_IsCalledAgainAfterFault()
    {
        FailingStore store = new(_store);
        Closing? closing = null;
        Transacting.Build = root =>
        [
            closing = new Closing("closing") { OnFirst = () => store.Failure = new IOException("disk") },
            Handlers("handlers", Handler<PersistenceException>("handler", Code("repair", (_, _) => store.Failure = null), root.Step("h"))),
        ];
        using Host host = new(store, _clock);
        host.Start(typeof(Transacting));
        Assert.Equal((2, ActivityExecutionResult.Uninitialized), (closing!.Calls, closing.ExecutionResult));
        Assert.Equal("h", host.Outputs["Steps"]);
    }

    [Fact]
    public void OnClosed_NoPersistenceService_IsNotCalledForASuccess()
    {
        Closing closing = new("closing");
        using Run run = Run.Of(closing);
        Assert.Contains("the runtime has no persistence service", run.Exception!.Message, StringComparison.Ordinal);
        Assert.Equal(1, closing.Calls);
    }

    /// <summary>Counts the calls of its OnClosed method.</summary>
    [PersistOnClose]
    public sealed class Closing(string name) : Activity(name)
    {
        public int Calls { get; private set; }

        public int Failures { get; set; }

        [field: NonSerialized]
        public Action? OnFirst { get; set; }

        protected override void OnClosed(IServiceProvider provider)
        {
            if (++Calls == 1)
            {
                OnFirst?.Invoke();
            }

            if (Calls <= Failures)
            {
                throw new FormatException("closed");
            }
        }
    }
}
