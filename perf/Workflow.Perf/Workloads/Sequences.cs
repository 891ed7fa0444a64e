using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>Creates definitions that are sequences. The leaf is <see cref="Empty"/> in a measurement, and counts in a verification.</summary>
internal static class Sequences
{
    /// <summary>The value of the variable in <see cref="OfAdds"/>.</summary>
    public const int Value = 7;

    public static Activity NewEmpty() => new Empty();

    public static Sequence Of(int children) => Of(children, NewEmpty);

    public static Sequence Of(int children, Func<Activity> leaf)
    {
        Sequence sequence = new();
        for (int i = 0; i < children; i++)
        {
            sequence.Activities.Add(leaf());
        }

        return sequence;
    }

    /// <summary>Creates children that read a variable and a literal, and write a variable.</summary>
    public static Sequence OfAdds(int children, bool isProof = false)
    {
        Variable<int> value = new("value", Value);
        Variable<int> sum = new("sum");
        Sequence sequence = new() { Variables = { value, sum } };
        for (int i = 0; i < children; i++)
        {
            sequence.Activities.Add(new Add { Left = value, Right = 5, Sum = sum });
        }

        if (isProof)
        {
            sequence.Activities.Add(new Expect { Actual = sum, Expected = Value + 5 });
        }

        return sequence;
    }

    public static Activity Nested(int levels) => Nested(levels, NewEmpty);

    /// <summary>Creates nested sequences. The innermost one contains a leaf.</summary>
    public static Activity Nested(int levels, Func<Activity> leaf)
    {
        Activity inner = leaf();
        for (int level = 0; level < levels; level++)
        {
            inner = new Sequence { Activities = { inner } };
        }

        return inner;
    }
}
