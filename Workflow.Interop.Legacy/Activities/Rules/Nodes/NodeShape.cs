namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>Rejects nodes that are too deep or too many before recursive code processes them. A cycle counts as infinitely deep.</summary>
internal static class NodeShape
{
    /// <summary>
    /// The maximum number of levels of an expression. Expressions that people write have a few levels. Each level takes some hundred bytes of stack.
    /// </summary>
    public const int DeepestExpression = 500;

    /// <summary>The maximum number of nodes below one node. A shared node counts once for each use: sharing at each level doubles the number of uses.</summary>
    public const int MostNodes = 1_000_000;

    /// <summary>Returns the problem, as the end of a sentence; null if there is none.</summary>
    public static string? ProblemOf(object root) => ProblemOf(root, out _);

    /// <summary>Returns the problem, as the end of a sentence; null if there is none.</summary>
    /// <param name="root">The node.</param>
    /// <param name="levels">The number of levels of the deepest expression.</param>
    public static string? ProblemOf(object root, out int levels)
    {
        levels = 0;
        Stack<(object Node, int Depth)> rest = new([(root, 1)]);
        for (int count = 1; rest.TryPop(out (object Node, int Depth) at); count++)
        {
            // The rule model around an expression adds a few levels, which are not part of the expression.
            int depth = at.Node is IRulePart ? 0 : at.Depth;
            levels = Math.Max(levels, depth);
            if (depth > DeepestExpression)
            {
                return $"has more than {DeepestExpression} levels, or contains itself; divide it into smaller expressions";
            }

            if (count + rest.Count > MostNodes)
            {
                return $"has more than {MostNodes} parts; divide it into smaller expressions";
            }

            Push(rest, at.Node, depth + 1);
        }

        return null;
    }

    /// <summary>Returns true if all nodes are in the table. The node must have no problem: a cycle would never end.</summary>
    public static bool IsKnown(object root)
    {
        Stack<(object Node, int Depth)> rest = new([(root, 1)]);
        while (rest.TryPop(out (object Node, int Depth) at))
        {
            if (NodeKinds.Of(at.Node) is null)
            {
                return false;
            }

            Push(rest, at.Node, at.Depth);
        }

        return true;
    }

    private static void Push(Stack<(object Node, int Depth)> rest, object node, int depth)
    {
        foreach (NodeMember member in NodeKinds.Of(node)?.Members ?? [])
        {
            if (member.Kind == MemberKind.Node && member.Get(node) is { } part)
            {
                rest.Push((part, depth));
            }
            else if (member.Kind == MemberKind.List)
            {
                foreach (object? item in member.ListOf(node))
                {
                    if (item is not null)
                    {
                        rest.Push((item, depth));
                    }
                }
            }
        }
    }
}
