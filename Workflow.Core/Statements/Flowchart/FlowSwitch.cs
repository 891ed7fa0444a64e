using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A node that goes on with the node of the case that equals a value, or with a default.</summary>
/// <typeparam name="T">The type of the value; cases are compared by its default equality.</typeparam>
public sealed class FlowSwitch<T> : FlowNode
{
    private readonly NullKeyDictionary<T, FlowNode?> _cases = [];
    private string? _displayName;

    /// <summary>Yields the value; it runs as a child of the flowchart. Null, the default, is a validation error if the node can be reached.</summary>
    public Activity<T>? Expression { get; set; }

    /// <summary>
    /// Which node follows for which value; empty by default, never null. Null is a key like any other, where <typeparamref name="T"/> allows it; a
    /// case without node ends the flowchart, <see cref="Default"/> or not.
    /// </summary>
    public IDictionary<T, FlowNode?> Cases => _cases;

    /// <summary>The node that follows when no case has the value; null, the default: the flowchart is done.</summary>
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
