using System.Text.RegularExpressions;
using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Differential;

/// <summary>
/// Random workflows, in which faults, cancellation and waiting are common, show the same in both lanes of the engine, and the
/// same when their execution is a used one. A failure says its seed, and the smallest workflow that fails.
/// </summary>
[Trait("Category", RandomRounds.Category)]
public sealed partial class DifferentialTests
{
    private const int Specs = 6000;

    [Fact]
    public void Run_OfARandomWorkflow_ShowsTheSameInBothLanes() => CheckAll(Specs, spec =>
        Difference.Between("fast lane", CaseRunner.RunFresh(spec, Lane.Fast), "slow lane", CaseRunner.RunFresh(spec, Lane.Slow)));

    [Fact]
    public void Run_OfAUsedExecution_ShowsTheSameAsAFreshOne() => CheckAll(Specs / 6, CompareUsed);

    [Fact]
    [Rule("7.5.3")]
    public void Run_OfAWorkflowThatIsLoadedWheneverItWaits_ShowsTheSame()
    {
        int loads = 0;
        CheckAll(Specs / 2, spec =>
        {
            CaseRunner reloaded = new(spec, isSavable: true);
            string[] once = WithoutKept(new CaseRunner(spec, isSavable: true).Run(Lane.Fast, spec.Events));
            string? difference = Difference.Between("one life", once, "several lives", WithoutKept(reloaded.Run(Lane.Reloaded, spec.Events)));
            loads += reloaded.Lives.Loads;
            return difference ?? (reloaded.Lives.Refusals == 0 ? null : "The instance could not be saved.");
        });
        Assert.InRange(loads, 100, int.MaxValue);
    }

    [Fact]
    [Rule("7.3")]
    public void Run_OfAWorkflowThatIsLoadedFromASaveOfItsOwn_ShowsTheSame()
    {
        int loads = 0;
        CheckAll(Specs / 3, spec =>
        {
            CaseRunner runner = new(spec, isSavable: true, persists: true);
            string[] once = runner.Run(Lane.Fast, spec.Events);
            string? difference = null;
            foreach (SavePoint save in runner.Saves.ToArray())
            {
                Lane lane = loads++ % 2 == 0 ? Lane.Fast : Lane.Slow;
                string[] twice = runner.RunFrom(save, once, lane, spec.Events);
                difference ??= Difference.Between("one life", WithoutAnswers(once), $"from save {loads} on, {lane} lane", WithoutAnswers(twice));
            }

            return difference;
        });
        Assert.InRange(loads, 100, int.MaxValue);
    }

    [Fact]
    [Rule("7.5.3")]
    public void Save_OfARandomWorkflow_IsTheSameInBothLanes()
    {
        int saves = 0;
        CheckAll(Specs / 3, spec =>
        {
            List<string> fast = SavesOf(spec, Lane.Fast), slow = SavesOf(spec, Lane.Slow);
            saves += fast.Count;
            return Difference.Between("saves in the fast lane", [.. fast], "saves in the slow lane", [.. slow]);
        });
        Assert.InRange(saves, 1000, int.MaxValue);
    }

    /// <summary>What is saved when activities ask for it, in the middle of the work too, and whenever the workflow waits.</summary>
    private static List<string> SavesOf(CaseSpec spec, Lane lane)
    {
        CaseRunner runner = new(spec, isSavable: true, persists: true) { SavesWhenIdle = true };
        runner.Run(lane, spec.Events);

        // Ids are made anew in each run, and the methods on the stack of an exception are those of the lane.
        return [.. runner.Saves.Select(save => Unlike().Replace(Forged.BodyOf(save.Data), string.Empty))];
    }

    [GeneratedRegex("\"stack\":\"[^\"]*\"|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Unlike();

    /// <summary>Whoever resumed a bookmark before the save gets his answer after it, in the first life only.</summary>
    private static string[] WithoutAnswers(string[] log) =>
        [.. WithoutKept(log).Where(line => !Enum.GetNames<BookmarkResumptionResult>().Any(answer => line.EndsWith($": {answer}", StringComparison.Ordinal)))];

    /// <summary>What user code kept, and what was tracked, belongs to the life in which it was.</summary>
    private static string[] WithoutKept(string[] log) =>
        [.. log.Where(line => !line.StartsWith("kept ", StringComparison.Ordinal) && !line.Contains(" entered, #", StringComparison.Ordinal))];

    /// <summary>Runs one tree with its own events, and with others between, which end it in other ways.</summary>
    internal static string? CompareUsed(CaseSpec spec)
    {
        CaseRunner runner = new(spec);
        string[] first = runner.Run(Lane.Fast, spec.Events);
        EventSpec[] others = [.. spec.Events.Select(one => one with { Kind = (EventKind)(((int)one.Kind + 1) % 3), Which = one.Which + 1 })];
        string? difference = null;
        foreach (Lane lane in (Lane[])[Lane.Fast, Lane.Slow, Lane.Fast])
        {
            runner.Run(lane, others);
            difference ??= Difference.Between("first run", first, $"run after others, {lane} lane", runner.Run(lane, spec.Events));
        }

        return difference;
    }

    /// <summary>Checks random specs; the check returns null when all is well.</summary>
    private static void CheckAll(int count, Func<CaseSpec, string?> check) => RandomRounds.Check(SpecGenerator.Cases, count, (2, 30), check);
}
