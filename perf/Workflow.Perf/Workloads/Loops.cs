using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates definitions that are loops.</summary>
internal static class Loops
{
    /// <summary>Creates a sequence with a while and its body. The condition is an activity with an in-out argument.</summary>
    public static Sequence Counted(int passes, Func<Activity>? body)
    {
        Variable<int> left = new("left", passes);
        return new Sequence
        {
            Variables = { left },
            Activities = { new While { Condition = new CountDown { Left = left }, Body = body?.Invoke() } },
        };
    }

    /// <summary>Creates the same loop with each pass in a transaction.</summary>
    public static Sequence InTransaction(int passes, Func<Activity> body) => Counted(passes, () => new TransactionScope { Body = body() });

    /// <summary>Creates a while whose condition and assignment are functions.</summary>
    public static Sequence OfFunctions(int passes, bool isProof = false)
    {
        Variable<int> i = new("i", 0);
        Sequence sequence = new()
        {
            Variables = { i },
            Activities =
            {
                new While(context => i.Get(context) < passes)
                {
                    Body = new Assign<int> { To = i, Value = new InArgument<int>(context => i.Get(context) + 1) },
                },
            },
        };
        if (isProof)
        {
            sequence.Activities.Add(new Expect { Actual = i, Expected = passes });
        }

        return sequence;
    }

    public static ForEach<int> ForEach(IEnumerable<int> items, Func<Activity> body) =>
        new() { Values = new InArgument<IEnumerable<int>>(_ => items), Body = Action(body) };

    public static ParallelForEach<int> ParallelForEach(IEnumerable<int> items, Func<Activity> body) =>
        new() { Values = new InArgument<IEnumerable<int>>(_ => items), Body = Action(body) };

    public static List<int> Items(int count) => [.. Enumerable.Range(1, count)];

    private static ActivityAction<int> Action(Func<Activity> body) =>
        new() { Argument = new DelegateInArgument<int>("item"), Handler = body() };
}
