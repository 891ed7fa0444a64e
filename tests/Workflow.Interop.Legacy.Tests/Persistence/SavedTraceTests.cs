extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Generated workflows produce the same trace whether or not they are saved and loaded at each wait (A.6, A.9, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SavedTraceTests
{
    private const int LongestTrace = 5_000;
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public void Workflow_ReloadedAtEachWait_HasSameTrace()
    {
        using Host host = new(new InMemoryInstanceStore(_clock), _clock);
        int waits = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            Generated.Seed = seed;
            List<string> expected = Run(host, unloads: false, ref waits);
            int before = waits;
            List<string> actual = Run(host, unloads: true, ref waits);
            Assert.True(expected.SequenceEqual(actual), $"Seed {seed}: expected {string.Join(' ', expected)}, actual {string.Join(' ', actual)}.");
            Assert.Empty(host.Failures);
            Assert.True(waits > before || expected.Count < LongestTrace);
        }

        Assert.True(waits > 2_000, $"{waits} waits.");
    }

    private static List<string> Run(Host host, bool unloads, ref int waits)
    {
        Generated.Trace = [];
        host.Take();
        WorkflowInstance instance = host.Start(typeof(Generated));
        while (!host.Events.Any(
            static text => text.StartsWith("Completed", StringComparison.Ordinal) || text.StartsWith("Terminated", StringComparison.Ordinal)))
        {
            if (unloads)
            {
                instance.Unload();
            }

            // Both runs make the same choice: the first queue for which an activity waits.
            IComparable queue = instance.GetWorkflowQueueData()
                .Where(static data => data.SubscribedActivityNames.Count > 0)
                .Select(static data => (string)data.QueueName)
                .Order(StringComparer.Ordinal)
                .First();
            host.Send(instance, queue, ++waits % 7);
            Assert.True(Generated.Trace.Count < LongestTrace);
        }

        return [.. Generated.Trace.Select(static line => line.Split('=')[0]), host.Take()[^1]];
    }
}
