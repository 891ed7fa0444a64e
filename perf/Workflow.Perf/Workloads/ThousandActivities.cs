using Workflow.Perf.Activities;
using Workflow.Perf.ByHand;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates definitions of 1,000 activities, to measure the first use.</summary>
internal static class ThousandActivities
{
    private const int Groups = 37;

    private static readonly List<int> One = [1];

    /// <summary>The number of leaves of the mixed definition that run: four in the if, one in the for-each, one in the try, six outside of them.</summary>
    public const int MixedLeavesRun = Groups * 12;

    /// <summary>Creates a sequence with 999 children.</summary>
    public static Activity Flat() => Sequences.Of(999);

    public static Activity Mixed() => Mixed(Sequences.NewEmpty);

    /// <summary>
    /// Creates a sequence of 37 groups of 27 activities, as in a typical definition: variables, arguments, functions, an if, a for-each, a try-catch and nested
    /// sequences.
    /// </summary>
    public static Activity Mixed(Func<Activity> leaf)
    {
        Sequence root = new();
        for (int group = 0; group < Groups; group++)
        {
            root.Activities.Add(Group(leaf));
        }

        return root;
    }

    public static Step ByHand() => ByHand(EmptyStep.New);

    public static Step ByHand(Func<Step> leaf) => StepSequence.Of(999, leaf);

    private static Sequence Group(Func<Activity> leaf)
    {
        Variable<int> value = new("value", 1);
        Variable<int> sum = new("sum");
        return new Sequence
        {
            Variables = { value, sum },
            Activities =
            {
                new Assign<int> { To = value, Value = new InArgument<int>(context => value.Get(context) + 1) },
                new Add { Left = value, Right = 5, Sum = sum },
                new If(context => sum.Get(context) > 0) { Then = Sequences.Of(4, leaf), Else = Sequences.Of(4, leaf) },
                Loops.ForEach(One, leaf),
                Throws.Nothing(leaf),
                Sequences.Of(5, leaf),
                new Assign<int> { To = sum, Value = value },
                leaf(),
            },
        };
    }
}
