using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using LegacyActivity = Workflow.Interop.Legacy.ComponentModel.Activity;
using LegacyCode = Workflow.Interop.Legacy.Activities.CodeActivity;

namespace Workflow.Perf.Legacy;

/// <summary>The workloads in the style of WF3. Each instance builds its own tree, as WF3 does, and each leaf increments a counter.</summary>
public abstract class LegacyTree : SequentialWorkflowActivity
{
    /// <summary>The number of leaves that have run. One thread runs all of them.</summary>
    public static int Leaves { get; set; }

    /// <summary>Creates an empty activity with a handler.</summary>
    protected LegacyCode Leaf(string name = "leaf")
    {
        LegacyCode leaf = new(name);
        leaf.ExecuteCode += OnLeaf;
        return leaf;
    }

    /// <summary>Creates a tree with a number of activities.</summary>
    protected LegacyActivity Tree(int activities)
    {
        if (activities == 1)
        {
            return Leaf();
        }

        SequenceActivity sequence = new("body");
        for (int i = 1; i < activities; i++)
        {
            sequence.Activities.Add(Leaf($"leaf{i}"));
        }

        return sequence;
    }

    private void OnLeaf(object? sender, EventArgs e) => Leaves++;
}

/// <summary>A workflow without a child.</summary>
public sealed class EmptyTree : LegacyTree;

/// <summary>A workflow with one empty activity.</summary>
public sealed class SingleTree : LegacyTree
{
    /// <summary>Creates the tree.</summary>
    public SingleTree() => Activities.Add(Leaf());
}

/// <summary>A workflow with five empty activities.</summary>
public sealed class FiveTree : LegacyTree
{
    /// <summary>Creates the tree.</summary>
    public FiveTree()
    {
        for (int i = 0; i < 5; i++)
        {
            Activities.Add(Leaf($"leaf{i}"));
        }
    }
}

/// <summary>100 nested sequences, the workflow included, as in the published workload.</summary>
public sealed class NestedTree : LegacyTree
{
    /// <summary>Creates the tree.</summary>
    public NestedTree()
    {
        LegacyActivity inner = Leaf();
        for (int level = 1; level < 100; level++)
        {
            SequenceActivity sequence = new($"s{level}");
            sequence.Activities.Add(inner);
            inner = sequence;
        }

        Activities.Add(inner);
    }
}

/// <summary>A replicator over five items that run at the same time.</summary>
public sealed class ReplicatorTree : LegacyTree
{
    private static readonly int[] Items = [1, 2, 3, 4, 5];

    /// <summary>Creates the tree.</summary>
    public ReplicatorTree()
    {
        ReplicatorActivity replicator = new("replicator") { ExecutionType = ExecutionType.Parallel };
        replicator.Initialized += OnInitialized;
        replicator.Activities.Add(Leaf());
        Activities.Add(replicator);
    }

    private void OnInitialized(object? sender, EventArgs e) => ((ReplicatorActivity)sender!).InitialChildData = Items;
}

/// <summary>A compensatable sequence that succeeds, and a fault whose handler compensates it.</summary>
public sealed class CompensationTree : LegacyTree
{
    /// <summary>Creates the tree.</summary>
    public CompensationTree()
    {
        CompensatableSequenceActivity booking = new("booking");
        CompensationHandlerActivity undo = new("undo");
        undo.Activities.Add(Leaf("undone"));
        booking.Activities.Add(Leaf("done"));
        booking.Activities.Add(undo);
        FaultHandlerActivity handler = new("handler") { FaultType = typeof(FormatException) };
        handler.Activities.Add(new CompensateActivity("compensate") { TargetActivityName = "booking" });
        FaultHandlersActivity handlers = new("handlers");
        handlers.Activities.Add(handler);
        Activities.Add(booking);
        Activities.Add(new ThrowActivity("throw") { FaultType = typeof(FormatException) });
        Activities.Add(handlers);
    }
}

/// <summary>A workflow that waits for an event that does not come.</summary>
public sealed class WaitingTree : LegacyTree
{
    /// <summary>Creates the tree.</summary>
    public WaitingTree() => Activities.Add(new DelayActivity("delay") { TimeoutDuration = TimeSpan.FromDays(1) });

    /// <summary>A value of the instance.</summary>
    public int Count { get; set; } = 1;

    /// <summary>A value of the instance.</summary>
    public string Text { get; set; } = "order";

    /// <summary>A value of the instance.</summary>
    public Guid Id { get; set; }
}

/// <summary>A state machine with three states, each of which changes to the next one on entry, and a fourth state as the end.</summary>
public sealed class MachineTree : StateMachineWorkflowActivity
{
    private const int States = 4;

    /// <summary>Creates the tree.</summary>
    public MachineTree()
    {
        for (int i = 1; i <= States; i++)
        {
            StateActivity state = new($"state{i}");
            if (i < States)
            {
                LegacyCode leaf = new($"leaf{i}");
                leaf.ExecuteCode += OnLeaf;
                StateInitializationActivity enter = new($"enter{i}");
                enter.Activities.Add(leaf);
                enter.Activities.Add(new SetStateActivity($"to{i}") { TargetStateName = $"state{i + 1}" });
                state.Activities.Add(enter);
            }

            Activities.Add(state);
        }

        InitialStateName = "state1";
        CompletedStateName = $"state{States}";
    }

    private void OnLeaf(object? sender, EventArgs e) => LegacyTree.Leaves++;
}
