extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Changes are saved with their instance, and damaged changes are refused (A.13a item 13, A.10).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ChangePersistenceTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public void ChangedInstance_LoadedByAnotherRuntime_Continues()
    {
        InMemoryInstanceStore store = new(_clock);
        WorkflowInstance instance;
        using (Host first = new(store, _clock))
        {
            instance = first.Start(typeof(Waits));
            instance.Change(static changes =>
            {
                CodeActivity handled = new("handled");
                handled.ExecuteCode += ((Waits)changes.TransientWorkflow).OnCode;
                changes.TransientWorkflow.Activities.RemoveAt(2);
                changes.TransientWorkflow.Activities.Add(handled);
                changes.TransientWorkflow.Activities.Add(new Custom { Text = "kept" });
            });
            instance.Unload();
            Assert.Equal("waits(before wait handled custom(first pause))", instance.Definition());
            instance.Change(static changes => changes.TransientWorkflow.Activities.Insert(3, new Step("second")));
            instance.Unload();
        }

        using Host host = new(store, _clock, false, null, typeof(Waits));
        WorkflowInstance loaded = host.Runtime.GetWorkflow(instance.InstanceId);
        Assert.Equal("waits(before wait handled second custom(first pause))", loaded.Definition());
        loaded.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("third")));
        host.Send(loaded, "wait", 1);
        loaded.Unload();
        _clock.Advance(TimeSpan.FromSeconds(5));
        loaded.Load();
        host.Continue(loaded);
        Assert.Equal("before wait=1 handled second kept True third ", host.Outputs["Trace"]);
        Assert.Equal("before wait after", host.Outputs["Fields"]);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void ChangedLoop_IterationRuns_IsSaved()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Loops));
        host.Send(instance, "next", 1);
        instance.Change(static changes =>
        {
            CodeActivity added = new("new");
            added.ExecuteCode += ((Loops)changes.TransientWorkflow).OnCode;
            changes.In("body").Activities.Insert(1, added);
        });
        host.Continue(instance);
        host.Send(instance, "next", 2);
        host.Send(instance, "next", 3);
        Assert.Equal("next=1 last next=2 new last next=3 new last ", host.Outputs["Trace"]);
        Assert.True(host.Events.Count(static text => text == "Unloaded") >= 3);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void ChangedStateMachine_NewState_IsSaved()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: true);
        WorkflowInstance instance = host.Start(typeof(Door));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.Add(new StateActivity("locked").With(
                On("whenUnlocked", new Reading("unlock"), new SetStateActivity("back") { TargetStateName = "closed" })));
            changes.In("closed").Activities.Add(On("whenLocked", new Reading("lock"), new SetStateActivity("toLocked") { TargetStateName = "locked" }));
        });
        host.Continue(instance);
        host.Send(instance, "lock", 1);
        host.Send(instance, "unlock", 1);
        host.Send(instance, "lock", 1);
        Assert.Equal("locked", new StateMachineWorkflowInstance(host.Runtime, instance.InstanceId).CurrentStateName);
        host.Send(instance, "unlock", 1);
        host.Send(instance, "remove", 1);
        Assert.Contains("Completed", host.Events);
        Assert.Empty(host.Failures);
    }

    [Fact]
    public void AddedActivity_SucceededBeforeLoad_IsCompensated()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock);
        WorkflowInstance instance = host.Start(typeof(Compensates));
        instance.Change(static changes =>
        {
            changes.In("rest").Activities.Add(Compensatable("second", new Step("bookAgain"), OnCompensate("undoSecond", new Step("cancelAgain"))));
            changes.In("rest").Activities.Add(new Reading("more"));
            changes.In("rest").Activities.Add(new ThrowActivity("fail") { FaultType = typeof(FormatException) });
            changes.TransientWorkflow.Activities.Add(Handlers("handlers", Handler<FormatException>(
                "onFormat", Compensate("undoTwo", "second"), Compensate("undoOne", "booking"))));
        });
        host.Send(instance, "wait", 1);
        instance.Unload();
        host.Send(instance, "more", 1);
        Assert.Equal("book bookAgain cancelAgain cancel ", host.Outputs["Trace"]);
    }

    [Fact]
    public async Task TransactionScope_Runs_RefusesOwnAndDelaysOtherChanges()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock);
        Exception? refused = null;
        CallTest.Call = root =>
        {
            WorkflowChanges changes = new(root);
            changes.TransientWorkflow.Activities.Add(new Step("new"));
            refused = Record.Exception(() => root.Apply(changes));
        };
        WorkflowInstance instance = host.Start(typeof(CallsInScope));
        Assert.Contains("while a transaction scope runs", Assert.IsType<InvalidOperationException>(refused).Message, StringComparison.Ordinal);
        Task change = Task.Run(() => instance.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new"))));
        host.Send(instance, "inScope", 1);
        await change;
        host.Send(instance, "wait", 1);
        Assert.Equal("new ", host.Outputs["Trace"]);
    }

    [Fact]
    public void TransactionScope_Fails_RestoresChangedDefinition()
    {
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock);
        WorkflowInstance instance = host.Start(typeof(Waits));
        instance.Change(static changes =>
        {
            changes.TransientWorkflow.Activities.Add(Sequence(
                "guarded",
                new TransactionScopeActivity("scope").With(new Step("inScope"), new ThrowActivity("fail") { FaultType = typeof(FormatException) }),
                Handlers("handlers", Handler<FormatException>("onFormat", new Step("handled")))));
            changes.TransientWorkflow.Activities.Add(new Step("end"));
        });
        host.Send(instance, "wait", 1);
        Assert.Equal("before wait=1 after handled end ", host.Outputs["Trace"]);
    }

    [Fact]
    public async Task Change_StepRunsOnAnotherThread_IsAppliedAfterStep()
    {
        using WorkflowRuntime runtime = new();
        runtime.AddService(new StoreWorkflowPersistenceService(new InMemoryInstanceStore(_clock)));
        TaskCompletionSource<string> outputs = new(TaskCreationOptions.RunContinuationsAsynchronously);
        runtime.WorkflowCompleted += (_, e) => outputs.SetResult((string)e.OutputParameters["Trace"]!);
        runtime.WorkflowTerminated += (_, e) => outputs.SetException(e.Exception);
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task? change = null;
        bool isBegun = false;
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(CallsOnThread));
        CallsOnThread.Call = () =>
        {
            change = Task.Run(() =>
            {
                WorkflowChanges changes = new(instance.GetWorkflowDefinition());
                changes.TransientWorkflow.Activities.Add(new Step("new"));
                Volatile.Write(ref isBegun, true);
                instance.ApplyWorkflowChanges(changes);
            });
            SpinWait.SpinUntil(() => Volatile.Read(ref isBegun));
        };
        runtime.WorkflowIdled += (_, _) => idle.TrySetResult();
        instance.Start();
        await idle.Task;
        await change!;
        instance.EnqueueItem("wait", 1, null, null);
        Assert.Equal("new ", await outputs.Task);
    }

    [Fact]
    public async Task Changes_FromSeveralThreads_AreAtomic()
    {
        // Several rounds, because timing matters: the persistence service itself also loads an instance that is unloaded with pending steps.
        for (int round = 0; round < 10; round++)
        {
            await ChangeFromSeveralThreadsAsync();
        }
    }

    private async Task ChangeFromSeveralThreadsAsync()
    {
        using WorkflowRuntime runtime = new();
        runtime.AddService(new StoreWorkflowPersistenceService(new InMemoryInstanceStore(_clock)));
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource<string> outputs = new(TaskCreationOptions.RunContinuationsAsynchronously);
        runtime.WorkflowIdled += (_, _) => idle.TrySetResult();
        runtime.WorkflowCompleted += (_, e) => outputs.SetResult((string)e.OutputParameters["Trace"]!);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Waits));
        instance.Start();
        await idle.Task;
        int applied = 0;
        await System.Threading.Tasks.Parallel.ForAsync(0, 40, async (i, _) =>
        {
            await Task.Yield();
            try
            {
                if (i % 8 == 0)
                {
                    instance.Unload();
                }

                instance.Change(changes => changes.TransientWorkflow.Activities.Add(new Step($"new{i}")));
                Interlocked.Increment(ref applied);
            }
            catch (InvalidOperationException exception) when (exception.Message.Contains("was changed meanwhile", StringComparison.Ordinal))
            {
                // Another thread has changed the instance first.
            }
        });
        instance.EnqueueItem("wait", 1, null, null);
        string trace = await outputs.Task;
        Assert.InRange(applied, 1, 40);
        Assert.Equal(applied, trace.Split("new").Length - 1);
    }

    [Fact]
    public void SavedChanges_Forged_AreRefusedOrIsolated()
    {
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        BytesPersistence bytes = new();
        runtime.AddService(scheduler);
        runtime.AddService(bytes);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Waits));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        instance.Change(static changes =>
        {
            CodeActivity handled = new("handled");
            handled.ExecuteCode += ((Waits)changes.TransientWorkflow).OnCode;
            changes.TransientWorkflow.Activities.RemoveAt(2);
            changes.TransientWorkflow.Activities.Add(Sequence("inner", handled, new Custom()));
        });
        instance.Unload();
        Guid id = instance.InstanceId;
        byte[] saved = bytes.Saved[id];
        Assert.Equal(2, saved[4]);
        int refused = 0;
        Random random = new(11);
        for (int i = 4; i < saved.Length; i++)
        {
            foreach (byte next in new byte[] { 0, unchecked((byte)(saved[i] + 1)), (byte)random.Next(256) })
            {
                byte[] forged = [.. saved];
                forged[i] = next;
                bytes.Saved[id] = i < 9 ? forged : BytesPersistence.Sealed(forged);
                long before = GC.GetAllocatedBytesForCurrentThread();
                try
                {
                    _ = runtime.GetWorkflow(id).GetWorkflowDefinition();
                    Finish(runtime, scheduler, id);
                }
                catch (PersistenceException)
                {
                    refused++;
                }
                catch (InvalidOperationException exception) when (exception.Message.Contains("has ended", StringComparison.Ordinal))
                {
                    refused++;
                }

                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
            }
        }

        Assert.True(refused > 500, $"{refused} refused.");
        bytes.Saved[id] = saved;
        Assert.Equal("waits(before wait inner(handled custom(first pause)))", runtime.GetWorkflow(id).Definition());
    }

    private static void Finish(WorkflowRuntime runtime, ManualWorkflowSchedulerService scheduler, Guid id)
    {
        try
        {
            runtime.GetWorkflow(id).EnqueueItem("wait", 1, null, null);
        }
        catch (InvalidOperationException)
        {
            // The forged byte has renamed the queue.
        }

        scheduler.RunWorkflow(id);
        foreach (WorkflowInstance rest in runtime.GetLoadedWorkflows())
        {
            rest.Abort();
        }
    }
}
