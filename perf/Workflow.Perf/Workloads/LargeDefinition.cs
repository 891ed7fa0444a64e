using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Workloads;

/// <summary>
/// A definition of about 28,000 activities, of which 442 run, and the same run in a definition that contains only these. The size is that of the paper's
/// deepest workflow, in nested ifs and switches.
/// </summary>
internal sealed class LargeDefinition
{
    public const int Stages = 49;

    /// <summary>The number of leaves that run: two in the branch of the if, two in the case of the switch.</summary>
    public const int LeavesRun = Stages * 4;

    /// <summary>The number of sequences, ifs, switches and leaves that run.</summary>
    public const int ActivitiesRun = 1 + (Stages * 9);

    private readonly Func<Activity> _leaf;
    private readonly bool _withBranchesNotTaken;

    private LargeDefinition(Func<Activity> leaf, bool withBranchesNotTaken)
    {
        _leaf = leaf;
        _withBranchesNotTaken = withBranchesNotTaken;
        Root = Counted(new Sequence());
        for (int stage = 0; stage < Stages; stage++)
        {
            Root.Activities.Add(Stage());
        }
    }

    public Sequence Root { get; }

    /// <summary>The number of activities in the definition, without expressions.</summary>
    public int Activities { get; private set; }

    public static LargeDefinition Whole(Func<Activity> leaf) => new(leaf, withBranchesNotTaken: true);

    public static LargeDefinition OnlyWhatRuns(Func<Activity> leaf) => new(leaf, withBranchesNotTaken: false);

    private Sequence Stage()
    {
        Switch<int> choice = Counted(new Switch<int>(static _ => 1) { Cases = { [1] = Leaves(2) } });
        If condition = Counted(new If(static _ => true) { Then = Leaves(2) });
        if (_withBranchesNotTaken)
        {
            condition.Else = NotTaken(2);
            choice.Default = NotTaken(2);
            foreach (int key in (ReadOnlySpan<int>)[0, 2, 3, 4])
            {
                choice.Cases.Add(key, NotTaken(2));
            }
        }

        Sequence stage = Counted(new Sequence());
        stage.Activities.Add(condition);
        stage.Activities.Add(choice);
        return stage;
    }

    private Sequence NotTaken(int depth)
    {
        if (depth == 0)
        {
            return Leaves(4);
        }

        Sequence branch = Counted(new Sequence());
        branch.Activities.Add(Counted(new If(static _ => false) { Then = NotTaken(depth - 1), Else = NotTaken(depth - 1) }));
        branch.Activities.Add(Counted(new Switch<int>(static _ => 0) { Cases = { [0] = NotTaken(depth - 1), [1] = NotTaken(depth - 1) } }));
        return branch;
    }

    private Sequence Leaves(int count)
    {
        Activities += count;
        return Counted(Sequences.Of(count, _leaf));
    }

    private T Counted<T>(T activity)
        where T : Activity
    {
        Activities++;
        return activity;
    }
}
