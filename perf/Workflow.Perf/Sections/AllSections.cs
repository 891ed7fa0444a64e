using System.Globalization;
using Workflow.Perf.Commands;
using Workflow.Perf.Reports;
using Workflow.Perf.Rows;
using Workflow.Perf.Sections.Scaling;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The tables in the order of the report.</summary>
internal static class AllSections
{
    public static IReadOnlyList<ReportSection> List { get; } =
    [
        new ThroughputSection(
            "components",
            "Throughput of components",
            "The published gain of WF4 over WF3 is largest for loops, which WF3 clones for each pass; ours over WF4 is largest for the loop and the sequence, whose "
            + "children run without a queue, and smallest for the parallel for-each, whose items are scheduled one by one.",
            Named("invoke-empty", "single-activity", "while-1000", "parallel-foreach", "sequence-5"))
        {
            ShortName = ShortNames.Of,
            IsHeadline = true,
        },
        new ThroughputSection(
            "complex",
            "Throughput of complex workflows",
            "The published gain of WF4 over WF3 falls with the depth, because both pay for a definition of which little runs; ours over WF4 rises with the depth, because only the activities that run cost time.",
            Named("nested-100", "complex-d1-s1", "complex-d1-s100", "complex-d3-s3", "complex-d5-s5", "complex-d7-s1"))
        {
            ShortName = ShortNames.Of,
            Details =
            [
                ("activities WF3", static row => CountOf(row, PublishedFigures.ActivitiesOfWf3)),
                ("activities WF4 and ours", static row => CountOf(row, PublishedFigures.ActivitiesOfWf4)),
            ],
        },
        new ThroughputSection(
            "transactions",
            "Throughput of transactions and compensation",
            "The published operation, described as a loop of 50, is taken as one scope of it: as a loop, WF4 would have run 1,104,950 scopes a second, twice the empty passes of its own While row, and WF3 twelve times its own "
            + "(with that reading, divide the ratios of the first row by 50). The gain of a scope has a limit in the transaction of .NET; compensation gains as the components do, because it is the engine's own work.",
            Named("transaction-50", "transaction-scope", "compensation"))
        {
            ShortName = ShortNames.Of,
        },
        new EngineSection([.. AllRows.List.Where(static row => row.Section.HasFlag(Section.Budget))]),
        new MemorySection(),
        new DefinitionMemorySection(),
        new LatencySection(),
        new PersistenceSection(),
        new CorrelationSection(),
        new TrackingSection(),
        new InteropSection(),
        new PlaceholderSection(
            "messaging",
            "Messaging: the online store, with services over TCP and HTTP",
            "Not implemented: there are no activities that send and receive messages of a transport, so the published table of a composed service against a hand-coded one has no counterpart."),
        new PlaceholderSection(
            "transport",
            "Transports: correlation, persistence and tracking over HTTP and TCP",
            "Not implemented: the tables of correlation, persistence and tracking above measure the engine and the stores without a transport, which the published figures include."),
        new ThreadScaling(),
        new WaitingScaling(),
        new ApplicationScaling(),
        new DefinitionScaling(),
        new LoopScaling(),
        new FanOutScaling(),
        new BookmarkScaling(),
        new CostSection(
            "testing",
            "Tests with Workflow.Testing",
            "A test pays for its host, its records and its saves in memory and not for time that passes, so a month costs what its saves cost, and an exploration costs the square of the number of points.",
            Named("testing-unit", "testing-crash", "testing-month")),

        new HostLimitsSection(),

        // Last, because its hosts live as long as the process.
        new CostSection(
            "hosting",
            "Hosting: instances in the host of Workflow.Extensions.Hosting",
            "The commits of the database set the limit, so a row costs about as many commits as it has; the host adds to a message what an application by hand leaves out, which the comparison shows.",
            Named(
                "sqlite-host-start", "sqlite-host-loaded", "sqlite-host-unloaded",
                "postgresql-host-start", "postgresql-host-loaded", "postgresql-host-unloaded")),
    ];

    /// <summary>Returns the tables whose id or title contains one of the texts; all tables if there is no text.</summary>
    /// <exception cref="UsageException">A text matches no table.</exception>
    public static IReadOnlyList<ReportSection> Matching(IReadOnlyList<string> texts)
    {
        foreach (string text in texts)
        {
            if (!List.Any(section => Contains(section, text)))
            {
                throw new UsageException(
                    $"No table's id or title contains '{text}'; the ids are: {string.Join(", ", List.Select(static section => section.Id))}.");
            }
        }

        return texts.Count == 0 ? List : [.. List.Where(section => texts.Any(text => Contains(section, text)))];
    }

    private static bool Contains(ReportSection section, string text) =>
        section.Id.Contains(text, StringComparison.OrdinalIgnoreCase) || section.Title.Contains(text, StringComparison.OrdinalIgnoreCase);

    private static IReadOnlyList<Row> Named(params string[] ids) => [.. ids.Select(static id => AllRows.List.Single(row => row.Id == id))];

    /// <summary>Returns the number of activities by the published formula; 101 for the row of nested sequences, which is no complex workflow.</summary>
    private static string CountOf(Row row, Func<int, int, int> formula)
    {
        string[] parts = row.Id.Split('-');
        return parts[0] == "complex"
            ? formula(Number(parts[1]), Number(parts[2])).ToString("N0", CultureInfo.InvariantCulture)
            : "101";
    }

    private static int Number(string part) => int.Parse(part.AsSpan(1), CultureInfo.InvariantCulture);
}
