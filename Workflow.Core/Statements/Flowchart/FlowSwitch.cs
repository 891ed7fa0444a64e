using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A node that continues with the node of the case that equals a value, or with a default node.</summary>
/// <typeparam name="T">The type of the value. Cases are compared with its default equality.</typeparam>
public sealed class FlowSwitch<T> : FlowNode
{
    private readonly NullKeyDictionary<T, FlowNode?> _cases = [];
    private string? _displayName;

    /// <summary>
    /// The expression for the value, which runs as a child of the flowchart. Null, the default, is a validation error if the node can be reached.
    /// </summary>
    public Activity<T>? Expression { get; set; }

    /// <summary>
    /// The nodes by value; empty by default, never null. Null is a valid key if <typeparamref name="T"/> allows it. If the
    /// node of a case is null, the flowchart ends, even if there is a <see cref="Default"/>.
    /// </summary>
    public IDictionary<T, FlowNode?> Cases => _cases;

    /// <summary>The node that follows when no case has the value; null, the default, ends the flowchart.</summary>
    public FlowNode? Default { get; set; }

    /// <summary>The name in messages; <c>Switch</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? "Switch";
        set => _displayName = value;
    }

    internal override string Label => DisplayName;

    internal override Activity? Work => Expression;

    internal override string? Problem => Expression is null ? $"The switch '{DisplayName}' has no expression; set its Expression." : null;

    internal override void PushLinks(Stack<FlowNode> pending)
    {
        Push(pending, Default);
        foreach (FlowNode? node in _cases.Values.Reverse())
        {
            Push(pending, node);
        }
    }

    internal override IEnumerable<(FlowNode To, string? Label)> Links()
    {
        foreach ((T value, FlowNode? node) in _cases)
        {
            if (node is not null)
            {
                yield return (node, value?.ToString() ?? "null");
            }
        }

        if (Default is not null)
        {
            yield return (Default, "default");
        }
    }

    internal override ChartNode Freeze(Flowchart chart)
    {
        NullKeyDictionary<T, int> targets = [];
        foreach ((T value, FlowNode? node) in _cases)
        {
            targets.Add(value, IndexOf(node));
        }

        return new SwitchNode<T>(Expression!, targets, IndexOf(Default), chart.SwitchCompleted);
    }
}
