namespace Workflow.Core.Tests.Model.Programs;

/// <summary>An activity of a program with its name; names are letters in the order of the text.</summary>
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
    }

    public string Name { get; }

    public NodeSpec Spec { get; }

    public Node[] Children { get; }

    public static Node Of(ProgramSpec program)
    {
        int count = 0;
        return new Node(program.Root, ref count);
    }
}
