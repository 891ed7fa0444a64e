using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the cost of a caught exception. The runtime's throw and catch is part of it, also in the hand-written counterpart.</summary>
internal static class FaultRows
{
    private static readonly Cost CaughtThrow2010 = new(3_700, 5_100);

    private static readonly Budget CaughtThrowBudget = new() { Nanoseconds = 1_800 };

    public static IEnumerable<Row> All { get; } =
    [
        new("caught-throw", "A throw caught by TryCatch, shipped Throw", Section.Budget,
            "Invoke of a TryCatch around the shipped Throw of a new exception; the catch runs an empty CodeActivity. "
            + "By hand: a method that throws, a try and catch around it, a virtual call in the catch.",
            static () => Of(Throws.Shipped))
        {
            Twins = Twin.Of(Throws.Shipped, static leaf => new CaughtThrow(leaf())),
            Design2010 = CaughtThrow2010,
            Budget = CaughtThrowBudget,
        },
        new("caught-throw-user", "A throw caught by TryCatch, user's activity", Section.Budget,
            "The same with a CodeActivity whose Execute throws: the runtime's throw cannot be avoided.",
            static () => Of(Throws.OfUser))
        {
            Twins = Twin.Of(Throws.OfUser, static leaf => new CaughtThrow(leaf())),
            Design2010 = CaughtThrow2010,
            Budget = CaughtThrowBudget,
        },
    ];

    private static Trial Of(Func<Func<Activity>, Activity> build)
    {
        Proof.Runs(1, build);
        return new Trial(
            new Subject(Repeat.Invoke(build(Sequences.NewEmpty))), new Subject(Repeat.Run(new CaughtThrow(new EmptyStep()))));
    }
}
