using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Statements;

namespace Workflow.Perf.Rows;

/// <summary>The published component workloads that the activities of this release support. One operation is one invocation.</summary>
internal static class ComponentRows
{
    /// <summary>The bytes of "at most one small object". The largest such object, an empty dictionary for the outputs, takes 80 bytes.</summary>
    private const double OneSmallObject = 80;

    public static IEnumerable<Row> All { get; } =
    [
        new("invoke-empty", "Empty workflow (invoke of an empty sequence)", Section.Component | Section.Budget,
            "WorkflowInvoker.Invoke of a sequence with no child, definition ready. By hand: the call of a method that loops over nothing.",
            static () => OfSequence(0))
        {
            Twins = TwinsOfSequence(0),
            Published = new Published(5_699, 559_711),
            Design2010 = new Cost(570, 1_568),
            Budget = new Budget { Nanoseconds = 57, Bytes = OneSmallObject },
        },
        new("single-activity", "Single activity", Section.Component,
            "Invoke of a sequence with one empty CodeActivity. By hand: a loop over one object, a virtual call each.",
            static () => OfSequence(1))
        {
            Twins = TwinsOfSequence(1),
            Published = new Published(3_622, 352_561),
        },
        new("while-1000", "While, 1000 iterations", Section.Component,
            "Invoke of sequence > while > empty CodeActivity; the condition is an activity that takes 1 from an in-out argument bound to a variable. "
            + "By hand: a while loop over a virtual condition with a ref parameter and a virtual body.",
            static () =>
            {
                Proof.Runs(1000, static leaf => Loops.Counted(1000, leaf));
                return OfInvoke(Loops.Counted(1000, Sequences.NewEmpty), new CountedLoop(1000, new CountDownCondition(), new EmptyStep()));
            })
        {
            Twins = Twin.Of(static leaf => Loops.Counted(1000, leaf), static leaf => new CountedLoop(1000, new CountDownCondition(), leaf())),
            Published = new Published(1.3, 531),
        },
        new("parallel-foreach", "Replicator / ParallelForEach over five", Section.Component | Section.Budget,
            "Invoke of a ParallelForEach over {1,2,3,4,5}, an empty CodeActivity as body. By hand: a foreach over the same list, a virtual call each.",
            static () =>
            {
                Proof.Runs(5, static leaf => Loops.ParallelForEach(Loops.Items(5), leaf));
                return OfInvoke(Loops.ParallelForEach(Loops.Items(5), Sequences.NewEmpty), new ItemLoop(Loops.Items(5), new EmptyItemStep()));
            })
        {
            Twins = Twin.Of(static leaf => Loops.ParallelForEach(Loops.Items(5), leaf), static leaf => new ItemLoop(Loops.Items(5), new AnyItemStep(leaf()))),
            Published = new Published(220, 97_759),
            Design2010 = new Cost(5_300, 9_700),
            Budget = new Budget { Nanoseconds = 500 },
        },
        new("sequence-5", "Sequence of five activities", Section.Component,
            "Invoke of a sequence with five empty CodeActivities. By hand: a loop over five objects, a virtual call each.",
            static () => OfSequence(5))
        {
            Twins = TwinsOfSequence(5),
            Published = new Published(1_576, 153_582),
        },
        new("nested-100", "100 nested sequences", Section.Component,
            "Invoke of 100 sequences inside each other, one empty CodeActivity innermost. By hand: objects that hold and call each other the same way.",
            static () =>
            {
                Proof.Runs(1, static leaf => Sequences.Nested(100, leaf));
                return OfInvoke(Sequences.Nested(100), StepSequence.Nested(100));
            })
        {
            Twins = Twin.Of(static leaf => Sequences.Nested(100, leaf), static leaf => StepSequence.Nested(100, leaf)),
            Published = new Published(53.8658, 27_970.1),
        },
    ];

    private static Func<TwinResults> TwinsOfSequence(int children) => Twin.Of(leaf => Sequences.Of(children, leaf), leaf => StepSequence.Of(children, leaf));

    private static Trial OfSequence(int children)
    {
        Proof.Runs(children, leaf => Sequences.Of(children, leaf));
        return OfInvoke(Sequences.Of(children), StepSequence.OfEmpty(children));
    }

    private static Trial OfInvoke(Activity workflow, Step byHand) => new(new Subject(Repeat.Invoke(workflow)), new Subject(Repeat.Run(byHand)));
}
