extern alias WorkflowCore;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>A process that dies at any of its saves loses no saved state, and another process continues the instance (A.9, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class CrashTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public async Task Process_DiesAtAnySave_IsContinuedByAnother()
    {
        bool isOver = false;
        for (int write = 1; !isOver; write++)
        {
            foreach (bool isWritten in new[] { false, true })
            {
                isOver = !await RunAsync(write, isWritten);
            }
        }
    }

    /// <returns>True if the process has died.</returns>
    private async Task<bool> RunAsync(int write, bool isWritten)
    {
        InMemoryInstanceStore store = new(_clock);
        DyingStore dying = new(store, write, isWritten);
        using Host first = new(dying, _clock, unloadOnIdle: true, workflows: typeof(SavingInside));
        Guid id = Guid.NewGuid();
        Drive(first, id);
        if (!dying.IsDead)
        {
            Assert.Equal("bia", first.Outputs["Steps"]);
            return false;
        }

        // The lease of the dead process expires.
        _clock.Advance(TimeSpan.FromMinutes(2));
        using Host second = new(store, _clock, unloadOnIdle: true, workflows: typeof(SavingInside));
        bool isSaved = (await Stored.AllAsync(store)).Length > 0;
        if (!isSaved)
        {
            // The store is empty if the first save was not written, or if the last save was written and the instance has completed.
            Assert.True(write == 1 ? !isWritten : isWritten, $"Write {write}, written {isWritten}.");
            return true;
        }

        while (second.Outputs.Count == 0)
        {
            Drive(second, id);
            await Task.Yield();
        }

        Assert.Equal("bia", second.Outputs["Steps"]);
        Assert.Empty(await Stored.AllAsync(store));
        return true;
    }

    /// <summary>Creates the instance if it does not exist, runs it, and sends the item if the instance waits.</summary>
    private static void Drive(Host host, Guid id)
    {
        try
        {
            WorkflowInstance instance;
            try
            {
                instance = host.Runtime.GetWorkflow(id);
            }
            catch (InvalidOperationException) when (host.Take().Length == 0)
            {
                instance = host.Runtime.CreateWorkflow(typeof(SavingInside), null, id);
                instance.Start();
            }

            while (host.Continue(instance))
            {
                // Runs until the instance waits.
            }

            if (instance.GetWorkflowQueueData().Any(static queue => queue.SubscribedActivityNames.Count > 0))
            {
                host.Send(instance, "last", null);
            }
        }
        catch (Exception exception) when (exception is Runtime.Hosting.PersistenceException or Runtime.WorkflowOwnershipException or InvalidOperationException)
        {
            // The process has died, or another process owns the instance.
        }
    }
}
