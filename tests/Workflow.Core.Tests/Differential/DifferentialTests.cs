using System.Text.RegularExpressions;
using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Differential;

/// <summary>
/// Compares runs of random workflows with frequent faults, cancellations and waits. A workflow must behave the same in both lanes of the engine (fast and
/// slow), and the same if its execution object was used before. A failure reports its seed and the smallest workflow that fails.
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
    public void Run_LoadedWheneverItWaits_ShowsTheSame()
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
    public void Run_LoadedFromItsOwnSave_ShowsTheSame()
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

    /// <summary>Returns the saves that activities request, also in the middle of the work, and a save at each idle point.</summary>
    private static List<string> SavesOf(CaseSpec spec, Lane lane)
    {
        CaseRunner runner = new(spec, isSavable: true, persists: true) { SavesWhenIdle = true };
        runner.Run(lane, spec.Events);

        // Ids differ in each run, and the methods on the stack of an exception differ between the lanes.
        return [.. runner.Saves.Select(save => Unlike().Replace(Forged.BodyOf(save.Data), string.Empty))];
    }

    [GeneratedRegex("\"stack\":\"[^\"]*\"|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Unlike();

    /// <summary>Removes the results of bookmark resumptions: a caller that resumed a bookmark before the save gets the result only in the first life.</summary>
    private static string[] WithoutAnswers(string[] log) =>
        [.. WithoutKept(log).Where(line => !Enum.GetNames<BookmarkResumptionResult>().Any(answer => line.EndsWith($": {answer}", StringComparison.Ordinal)))];

    /// <summary>Removes the entries of objects that user code kept and of tracking: these objects belong to one life of the instance.</summary>
    private static string[] WithoutKept(string[] log) =>
        [.. log.Where(line => !line.StartsWith("kept ", StringComparison.Ordinal) && !line.Contains(" entered, #", StringComparison.Ordinal))];

    /// <summary>Runs one tree with its own events, alternating with other events that end the workflow in other ways.</summary>
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

    /// <summary>Checks random specs. The check returns null if it finds no difference.</summary>
    private static void CheckAll(int count, Func<CaseSpec, string?> check) => RandomRounds.Check(SpecGenerator.Cases, count, (2, 30), check);
}
