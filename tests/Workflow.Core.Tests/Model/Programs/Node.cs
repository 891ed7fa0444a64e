namespace Workflow.Core.Tests.Model.Programs;

/// <summary>An activity of a program with its name. Names are letters in the order of the program text.</summary>
internal sealed class Node
{
    private Node(NodeSpec spec, ref int count)
    {
        Spec = spec;
        Name = count < 26 ? ((char)('A' + count)).ToString() : $"N{count}";
        count++;
        List<Node> children = [];
        foreach (NodeSpec child in spec.Children)
        {
            children.Add(new Node(child, ref count));
        }

        Children = [.. children];
        Arguments = Expressions(spec.Arguments, ref count);
        Defaults = Expressions(spec.Defaults, ref count);
    }

    public string Name { get; }

    public NodeSpec Spec { get; }

    public Node[] Children { get; }

    public Expression[] Arguments { get; }

    public Expression[] Defaults { get; }

    public static Node Of(ProgramSpec program)
    {
        int count = 0;
        return new Node(program.Root, ref count);
    }

    private static Expression[] Expressions(ExpressionSpec[] specs, ref int count)
    {
        Expression[] expressions = new Expression[specs.Length];
        for (int i = 0; i < specs.Length; i++)
        {
            expressions[i] = new Expression(specs[i], specs[i].Kind == ExpressionKind.Inline ? null : new Node(NodeOf(specs[i]), ref count));
        }

        return expressions;
    }

    private static NodeSpec NodeOf(ExpressionSpec spec) => new(
        spec.Kind == ExpressionKind.Child ? NodeKind.Expression : NodeKind.SimpleExpression,
        SlotKind.Child,
        spec.Kind == ExpressionKind.Child ? [] : spec.OnExecute,
        [],
        [],
        [],
        null,
        false,
        false,
        spec is { Kind: ExpressionKind.Child, Content: { } content } ? [content] : [],
        [],
        []);
}

/// <summary>An expression of an activity.</summary>
/// <param name="Spec">The specification of the expression.</param>
/// <param name="Node">The activity that computes the expression; null for a lambda.</param>
internal sealed record Expression(ExpressionSpec Spec, Node? Node);
