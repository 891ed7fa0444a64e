extern alias WorkflowCore;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>
/// Each composite activity of A.12 completes, is canceled, faults, and is compensated, in memory and with a reload at each wait. State machines and transaction
/// scopes have their own tests: a state machine is a workflow, and a transaction scope cannot be saved while it waits.
/// </summary>
[Trait("Paragraph", "A.12")]
public sealed class CompositeTests
{
    /// <summary>The items in the order in which they are sent. An item is sent only if an activity waits for it.</summary>
    private static readonly string[] Items = ["event", "stop", "go", "last", "more"];

    public static TheoryData<string> Kinds => new(
        "Sequence", "CompensatableSequence", "IfElse", "Parallel", "While", "Replicator", "ParallelReplicator", "ConditionedActivityGroup", "Listen",
        "EventHandlingScope", "EventHandlers", "SynchronizationScope", "FaultHandlers", "Custom");

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Child_Completes_CompletesActivity(string kind)
    {
        List<string> trace = RunTwice(kind, Scene.Normal);
        int runs = kind == "Custom" ? 2 : 1;
        Assert.Equal(runs, trace.Count(static line => line == "ran"));
        Assert.Equal([kind == "FaultHandlers" ? "k Faulted" : "k Succeeded", "after", "Completed"], trace[^3..]);
        Assert.Equal(kind == "Parallel", trace.Contains("beside"));
    }

    /// <summary>An activity that runs its fault handler is already in the status Faulting and is no longer canceled. Its handler completes first.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void Cancellation_ReachesTheChild(string kind)
    {
        List<string> trace = RunTwice(kind, Scene.Cancel);
        bool isHandler = kind == "FaultHandlers";
        Assert.Equal(isHandler, trace.Contains("never"));
        Assert.Equal(isHandler ? 0 : 1, trace.Count(static line => line == "canceled"));
        Assert.Equal([isHandler ? "k Faulted" : "k Canceled", "handled", "after", "Completed"], trace[^4..]);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Fault_OfChild_FaultsActivity(string kind)
    {
        List<string> trace = RunTwice(kind, Scene.Fault);
        Assert.DoesNotContain("never", trace);
        Assert.Equal(["k Faulted", "handled", "after", "Completed"], trace[^4..]);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    [Trait("Paragraph", "A.11")]
    public void Compensation_ChildSucceeded_CompensatesIt(string kind)
    {
        List<string> trace = RunTwice(kind, Scene.Compensate);
        int runs = kind == "Custom" ? 2 : 1;
        Assert.Equal((runs, runs), (trace.Count(static line => line == "booked"), trace.Count(static line => line == "undone")));
        Assert.True(trace.LastIndexOf("booked") < trace.IndexOf(kind == "FaultHandlers" ? "k Faulted" : "k Succeeded"));
        Assert.True(trace.IndexOf("k Succeeded") < trace.IndexOf("undone"));
        Assert.Equal(kind == "CompensatableSequence", trace.Contains("k Compensated"));
        Assert.Equal(["handled", "after", "Completed"], trace[^3..]);
    }

    /// <summary>Returns the trace, which is the same if the instance is unloaded at each wait.</summary>
    private static List<string> RunTwice(string kind, Scene scene)
    {
        (Composites.Kind, Composites.Scene) = (kind, scene);
        VirtualTimeProvider clock = new();
        using Host host = new(new InMemoryInstanceStore(clock), clock);
        List<string> trace = Run(host, unloads: false);
        Assert.Equal(trace, Run(host, unloads: true));
        Assert.Empty(host.Failures);
        return trace;
    }

    private static List<string> Run(Host host, bool unloads)
    {
        Composites.Trace = Generated.Trace = [];
        host.Take();
        WorkflowInstance instance = host.Start(typeof(Composites));
        List<string> sent = [];
        while (!host.Events.Any(
            static text => text.StartsWith("Completed", StringComparison.Ordinal) || text.StartsWith("Terminated", StringComparison.Ordinal)))
        {
            if (unloads)
            {
                instance.Unload();
            }

            HashSet<IComparable> waiting =
                [.. instance.GetWorkflowQueueData().Where(static data => data.SubscribedActivityNames.Count > 0).Select(static data => data.QueueName)];
            // An event handler waits again for the event that it has handled.
            string next = Items.First(item => waiting.Contains(item) && (item != "event" || !sent.Contains(item)));
            sent.Add(next);
            Assert.True(sent.Count < 10, string.Join(' ', sent));
            host.Send(instance, next, "item");
        }

        return
        [
            .. Composites.Trace,
            host.Take().Last(static text => text.StartsWith("Completed", StringComparison.Ordinal) || text.StartsWith("Terminated", StringComparison.Ordinal))
        ];
    }
}
