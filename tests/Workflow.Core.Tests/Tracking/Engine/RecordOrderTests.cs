using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Tracking.Engine;

/// <summary>Which records a workflow makes, and in which order.</summary>
public sealed class RecordOrderTests
{
    private readonly Log _log = new();
    private readonly Collector _collector = new();

    [Theory, Lanes]
    [Rule("15.7")]
    public void Sequence_OfTwo_ReportsEachChildBeforeTheNextIsScheduled(Lane lane)
    {
        Sequence root = new() { DisplayName = "root", Activities = { new Step(_log, "a"), new Step(_log, "b") } };
        Runner.Run(root, lane, extensions: _collector.AsExtension()).AssertCompleted(ActivityInstanceState.Closed);
        _collector.AssertIs(
            "Started", "- > root#1", "root#1 Executing",
            "root#1 > a#2", "a#2 Executing", "a#2 Closed",
            "root#1 > b#3", "b#3 Executing", "b#3 Closed",
            "root#1 Closed", "Completed");
        Assert.Equal(Enumerable.Range(0, 11).Select(number => (long)number), _collector.Numbers);
    }
}
