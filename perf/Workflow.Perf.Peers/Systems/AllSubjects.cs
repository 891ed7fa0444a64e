using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>The systems and the rows of a run.</summary>
internal static class AllSubjects
{
    private const string Product = "Workflow.Extensions.Hosting", Wolverine = "Wolverine", MassTransit = "MassTransit", WorkflowCore = "WorkflowCore";

    public static IReadOnlyList<Subject> Subjects { get; } =
    [
        .. On(
            "workflow",
            "this product, client and host",
            Product,
            "Each operation and each wait is stored. An effect commits before the state of its instance, and is repeated if the process ends between.",
            static () => new WorkflowHosted()),
        .. On(
            "workflow-scope",
            "this product, effects with the state",
            Product,
            "As above, but each effect is in a TransactionScope with ReadCommitted, and commits with the state of its instance.",
            static () => new WorkflowHosted(hasScopes: true)),
        .. On(
            "workflow-unloading",
            "this product, unloading at once",
            Product,
            "As the first. TimeToUnload is zero: each message loads its instance.",
            static () => new WorkflowHosted(TimeSpan.Zero),
            isVariant: true),
        .. On(
            "application",
            "this product, a bare application",
            Product,
            "One WorkflowApplication for each instance, which stays in memory. Messages are calls, and are not stored. Effects are as in the first.",
            static () => new WorkflowBare(),
            isVariant: true),
        .. On(
            "wolverine",
            "Wolverine saga, stored messages",
            Wolverine,
            "A message is stored before it is handled. The effect commits with the state.",
            static () => new WolverineSystem(storesMessages: true)),
        .. On(
            "wolverine-invoke",
            "Wolverine saga, the sender waits",
            Wolverine,
            "A message is not stored: if the process ends before its handler has committed, the sender has to send it again. The effect commits with the state.",
            static () => new WolverineSystem(storesMessages: false),
            isVariant: true),
        PostgreSql(
            "masstransit",
            "MassTransit saga, in memory",
            MassTransit,
            "Messages and state end with the process; only the effects are stored.",
            static () => new MassTransitSystem()),
        PostgreSql(
            "workflowcore",
            "WorkflowCore, in memory",
            WorkflowCore,
            "Events and state end with the process; only the effects are stored.",
            static () => new WorkflowCoreSystem()),
        PostgreSql(
            "hangfire",
            "Hangfire, a job for each message",
            "Hangfire.Core",
            "A job is stored before the sender continues. It commits the effect with the state, which is a row of the application.",
            static () => new HangfireSystem()),
        PostgreSql(
            "quartz",
            "Quartz, a job for each message",
            "Quartz",
            "A job is stored before the sender continues. It commits the effect with the state, which is a row of the application.",
            static () => new QuartzSystem()),
        Memory("workflow", "this product, in-memory store", Product, static () => new WorkflowHosted()),
        Memory("wolverine", "Wolverine saga, in memory", Wolverine, static () => new WolverineSystem(storesMessages: true)),
        Memory("masstransit", "MassTransit saga, in memory", MassTransit, static () => new MassTransitSystem()),
        Memory("workflowcore", "WorkflowCore, in memory", WorkflowCore, static () => new WorkflowCoreSystem()),
    ];

    public static IReadOnlyList<Row> Rows { get; } = [TwoMessages.Row, OneAtATime.Row, FiveSteps.Row, Waiting.Row, Timers.Row, Kill.Row];

    private static IEnumerable<Subject> On(string id, string title, string library, string promise, Func<SystemUnderTest> create, bool isVariant = false) =>
    [
        PostgreSql(id, title, library, promise, create) with { IsVariant = isVariant },
        new($"{id}-sqlite", title, Engine.Sqlite, library, promise, create) { IsVariant = isVariant },
    ];

    private static Subject PostgreSql(string id, string title, string library, string promise, Func<SystemUnderTest> create) =>
        new($"{id}-postgresql", title, Engine.PostgreSql, library, promise, create);

    private static Subject Memory(string id, string title, string library, Func<SystemUnderTest> create) =>
        new($"{id}-memory", title, Engine.Memory, library, "Nothing outlives the process.", create);
}
