namespace Workflow;

/// <summary>A node in the drawing of an activity, for <see cref="ActivityDiagram.Connect"/>. Immutable.</summary>
public sealed class DiagramNode
{
    internal DiagramNode(int number, DiagramShape shape, string text, Activity? activity)
    {
        Number = number;
        Shape = shape;
        Text = text;
        Activity = activity;
    }

    /// <summary>The index in the drawing, from 0.</summary>
    internal int Number { get; }

    internal DiagramShape Shape { get; }

    internal string Text { get; }

    /// <summary>The activity; null for a node of another shape.</summary>
    internal Activity? Activity { get; }
}

/// <summary>The shape of a node.</summary>
internal enum DiagramShape
{
    /// <summary>An activity: a box, with its own drawing inside if it has one.</summary>
    Activity,

    /// <summary>A rhombus.</summary>
    Decision,

    /// <summary>A filled circle.</summary>
    Start,
}
