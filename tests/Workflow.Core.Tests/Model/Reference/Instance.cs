using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Reference;

/// <summary>An activity instance of the interpreter.</summary>
internal sealed class Instance(Node? node, Instance? parent, int id)
{
    /// <summary>Null for a delegate without handler.</summary>
    public Node? Node => node;

    public Instance? Parent => parent;

    public int Id => id;

    public string Name => $"{(node is null ? "-" : node.Name)}#{id}";

    public ActivityInstanceState State { get; set; } = ActivityInstanceState.Executing;

    public bool IsExecuting => State == ActivityInstanceState.Executing;

    /// <summary>Whether the body was called.</summary>
    public bool HasStarted { get; set; }

    /// <summary>How many of its arguments had their turn.</summary>
    public int Argument { get; set; }

    /// <summary>Whether the defaults of its variables had their turn.</summary>
    public bool HasVariables { get; set; }

    /// <summary>An expression of it did not close (rule 4.12).</summary>
    public bool IsIncomplete { get; set; }

    /// <summary>Whether it is an expression of its parent.</summary>
    public bool IsExpression => node?.Spec.Kind is NodeKind.Expression or NodeKind.SimpleExpression;

    public bool IsCancellationRequested { get; set; }

    public bool IsInDefaultCancellation { get; set; }

    public bool IsMarkedCanceled { get; set; }

    /// <summary>Whether the parent wants to be told when it completes.</summary>
    public bool TellsCompletion { get; init; }

    /// <summary>Whether the parent wants to be told of faults that leave it.</summary>
    public bool TellsFault { get; init; }

    /// <summary>How many steps of a sequence were scheduled.</summary>
    public int Position { get; set; }

    /// <summary>Those that execute, in scheduling order (rule 1.12).</summary>
    public List<Instance> Children { get; } = [];
}
