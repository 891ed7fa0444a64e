extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.Persistence.Transacting;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>
/// A process dies at any save of transaction scopes and of compensations, or loses the instance after any step. Another process continues from the state before
/// or after the scope, never from a state between them (A.9, A.11).
/// </summary>
[Trait("Paragraph", "A.11")]
public sealed class ScopeCrashTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Process_DiesAtAnySave_IsContinuedByAnother(bool unloads)
    {
        Build = Bookings;
        (string expected, int writes) = await RunAsync(int.MaxValue, false, unloads);
        Assert.Equal("aBcBcDefYgX|", expected);
        for (int write = 1; write <= writes; write++)
        {
            foreach (bool isWritten in new[] { false, true })
            {
                (string actual, _) = await RunAsync(write, isWritten, unloads);
                Assert.True(expected == actual, $"Write {write}, written {isWritten}: {actual}.");
            }
        }
    }

    [Fact]
    public void Instance_AbortedAtAnyStep_ContinuesFromSave()
    {
        Build = Bookings;
        string[] ends = ["a", "B", "c", "D", "e", "f", "Y", "g", "X"];
        foreach (string end in ends)
        {
            foreach (int occurrence in new[] { 1, 2 })
            {
                InMemoryInstanceStore store = new(_clock);
                using Host host = new(store, _clock, workflows: typeof(Transacting));
                int left = occurrence;
                Seen = (root, step) =>
                {
                    if (step == end && --left == 0)
                    {
                        host.Runtime.GetWorkflow(WorkflowEnvironment.WorkflowInstanceId).Abort();
                    }
                };
                WorkflowInstance instance = host.Start(typeof(Transacting));
                instance.Unload();
                Drive(host, instance);
                Seen = null;
                Assert.True(
                    host.Outputs.TryGetValue("Steps", out object? steps) && "aBcBcDefYgX|".Equals(steps),
                    $"{end}{occurrence}: {steps} {string.Join(", ", host.Events)}");
                Assert.Equal(left <= 0, host.Events.Contains("Aborted"));
                Assert.Empty(host.Failures);
            }
        }
    }

    [field: ThreadStatic]
    private static Action<Transacting, string>? Seen { get; set; }

    // A loop over a scope, two bookings, an exception, and a handler that compensates both bookings. Each compensation runs a scope.
    private static Activity[] Bookings(Transacting root) =>
    [
        new Reading("go"),
        Sequence(
            "outer",
            Step(root, "a"),
            While(
                "while",
                () => root.Steps.Count(static step => step == 'B') < 2,
                Sequence("body", Scope("scope", Step(root, "b")), new Reading("next"), Step(root, "c"))),
            Undoable("undoable", Step(root, "d"), OnCompensate("onUndo", Scope("undo", Step(root, "x")))),
            Compensatable("compensatable", Step(root, "e"), OnCompensate("onCompensate", Scope("compensate", Step(root, "y")), new Reading("undone"))),
            Step(root, "f"),
            Code("fail", static (_, _) => throw new FormatException("failed")),
            Handlers("handlers", Handler<FormatException>("handler", Compensate("first", "compensatable"), Step(root, "g"), Compensate("second", "undoable"))),
            new SequenceActivity("never")),
        Code("end", (_, _) => root.Steps += "|"),
    ];

    private static CodeActivity Step(Transacting root, string name, string? id = null) => Code(id ?? name, (_, _) =>
    {
        string step = Transaction.Current is null ? name : name.ToUpperInvariant();
        root.Steps += step;
        Seen?.Invoke(root, step);
    });

    private async Task<(string Steps, int Writes)> RunAsync(int write, bool isWritten, bool unloads)
    {
        InMemoryInstanceStore store = new(_clock);
        DyingStore dying = new(store, write, isWritten);
        Guid id = Guid.NewGuid();
        using Host first = new(dying, _clock, unloadOnIdle: unloads, workflows: typeof(Transacting));
        Guarded(() => Drive(first, Created(first, id)));
        if (!dying.IsDead)
        {
            return ((string)first.Outputs["Steps"]!, dying.Writes);
        }

        // The lease of the dead process expires.
        _clock.Advance(TimeSpan.FromMinutes(2));
        using Host second = new(store, _clock, unloadOnIdle: unloads, workflows: typeof(Transacting));
        if ((await Stored.AllAsync(store)).Length == 0)
        {
            // The store is empty if nothing was saved, or if the instance has completed.
            return (first.Outputs.TryGetValue("Steps", out object? ended) ? (string)ended! : IsOver(write, isWritten), dying.Writes);
        }

        Guarded(() => Drive(second, second.Runtime.GetWorkflow(id)));
        return (
            second.Outputs.TryGetValue("Steps", out object? steps)
                ? (string)steps!
                : $"{string.Join(", ", second.Failures)} {string.Join(", ", second.Events)}",
            dying.Writes);
    }

    private static string IsOver(int write, bool isWritten) =>
        write == 1 && !isWritten ? "aBcBcDefYgX|" : isWritten ? "aBcBcDefYgX|" : $"nothing is saved after {write} writes";

    private static WorkflowInstance Created(Host host, Guid id)
    {
        WorkflowInstance instance = host.Runtime.CreateWorkflow(typeof(Transacting), null, id);
        instance.Start();
        return instance;
    }

    private static void Guarded(Action drive)
    {
        try
        {
            drive();
        }
        catch (Exception exception) when (exception is Runtime.Hosting.PersistenceException or WorkflowOwnershipException or InvalidOperationException)
        {
            // The process has died.
        }
    }

    /// <summary>Sends an item to each queue for which the instance waits, until the instance has ended.</summary>
    private static void Drive(Host host, WorkflowInstance instance)
    {
        for (int i = 0; i < 30 && host.Outputs.Count == 0; i++)
        {
            while (host.Continue(instance))
            {
                // Runs until the instance waits.
            }

            if (host.Outputs.Count == 0)
            {
                foreach (WorkflowQueueInfo queue in instance.GetWorkflowQueueData().Where(
                    static queue => queue.SubscribedActivityNames.Count > 0 && queue.Items.Count == 0))
                {
                    host.Send(instance, queue.QueueName, 1);
                }
            }
        }
    }
}
