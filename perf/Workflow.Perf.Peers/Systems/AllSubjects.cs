using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>The systems and the rows of a run.</summary>
internal static class AllSubjects
{
    public static IReadOnlyList<Subject> Subjects { get; } =
    [
        .. On(
            "workflow",
            "this product, client and host",
            "each operation and each wait is stored; an effect commits before the state of its instance, and is repeated if the process ends between",
            static () => new WorkflowHosted()),
        .. On(
            "workflow-scope",
            "the same, effects in the transaction of the state",
            "each effect is in a TransactionScope with ReadCommitted, and commits with the state of its instance",
            static () => new WorkflowHosted(hasScopes: true)),
        .. On(
            "workflow-unloading",
            "client and host, unloading at once",
            "as the first, but TimeToUnload is zero: each message loads its instance",
            static () => new WorkflowHosted(TimeSpan.Zero)),
        .. On(
            "application",
            "this product, a bare application",
            "one WorkflowApplication for each instance, which stays in memory; messages are calls, and are not stored; effects as in the first",
            static () => new WorkflowBare()),
        .. On(
            "wolverine",
            "Wolverine saga, stored messages",
            "a message is stored before it is handled; the effect commits with the state",
            static () => new WolverineSystem(storesMessages: true)),
        .. On(
            "wolverine-invoke",
            "Wolverine saga, the sender waits for the handler",
            "a message is not stored: if the process ends before its handler has committed, the sender has to send it again",
            static () => new WolverineSystem(storesMessages: false)),
        new("workflow-memory", "this product, in-memory store", Engine.Memory, "nothing outlives the process; each step is stored before the next", static () => new WorkflowHosted()),
        new("wolverine-memory", "Wolverine saga in memory", Engine.Memory, "nothing outlives the process", static () => new WolverineSystem(storesMessages: true)),
    ];

    public static IReadOnlyList<Row> Rows { get; } = [TwoMessages.Row, OneAtATime.Row, FiveSteps.Row, Waiting.Row, Timers.Row, Kill.Row];

    private static IEnumerable<Subject> On(string id, string title, string promise, Func<SystemUnderTest> create) =>
    [
        new($"{id}-postgresql", title, Engine.PostgreSql, promise, create),
        new($"{id}-sqlite", title, Engine.Sqlite, promise, create),
    ];
}
