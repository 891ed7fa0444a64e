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

    /// <summary>True if the body was called.</summary>
    public bool HasStarted { get; set; }

    /// <summary>The number of arguments whose evaluation has begun.</summary>
    public int Argument { get; set; }

    /// <summary>True if the evaluation of the variable defaults has begun.</summary>
    public bool HasVariables { get; set; }

    /// <summary>True if an argument or default expression of the instance did not close (rule 4.12).</summary>
    public bool IsIncomplete { get; set; }

    /// <summary>True if the instance is an expression of its parent.</summary>
    public bool IsExpression => node?.Spec.Kind is NodeKind.Expression or NodeKind.SimpleExpression;

    public bool IsCancellationRequested { get; set; }

    public bool IsInDefaultCancellation { get; set; }

    public bool IsMarkedCanceled { get; set; }

    /// <summary>True if the parent passed a completion callback.</summary>
    public bool TellsCompletion { get; init; }

    /// <summary>True if the parent passed a fault callback.</summary>
    public bool TellsFault { get; init; }

    /// <summary>The number of steps of a sequence that were scheduled.</summary>
    public int Position { get; set; }

    /// <summary>The executing children, in scheduling order (rule 1.12).</summary>
    public List<Instance> Children { get; } = [];
}
