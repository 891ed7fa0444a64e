using System.CodeDom;
using System.Collections;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Nodes;

/// <summary>Copies and compares nodes.</summary>
internal static class NodeTree
{
    public static T Clone<T>(T node)
        where T : class
    {
        if (NodeShape.ProblemOf(node) is { } problem)
        {
            throw new InvalidOperationException($"The '{node.GetType()}' cannot be copied because it {problem}.");
        }

        try
        {
            return (T)Copy(node);
        }
        catch (InsufficientExecutionStackException exception)
        {
            throw new InvalidOperationException(
                $"The '{node.GetType()}' cannot be copied because it is too deep for the stack of this thread; divide it into smaller expressions.", exception);
        }
    }

    /// <summary>Returns true if two nodes have the same types and values. Nodes of types that are not in the table are compared with Equals.</summary>
    public static bool AreEqual(object? left, object? right)
    {
        if (ReferenceEquals(left, right))
        {
            return true;
        }

        // A node that is too deep to compare is equal to no other node. Rules with such a node could not be used either.
        try
        {
            return left is not null && right is not null && NodeShape.ProblemOf(left) is null && NodeShape.ProblemOf(right) is null && AreSame(left, right);
        }
        catch (InsufficientExecutionStackException)
        {
            return false;
        }
    }

    private static object Copy(object node)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        NodeKind? kind = NodeKinds.Of(node);
        if (kind is null && node is IRulePart part && part.Copy() is { } made)
        {
            return made;
        }

        object copy = kind?.Create()
            ?? throw new InvalidOperationException($"A '{node.GetType()}' cannot be copied; use the kinds of expressions that rules support.");
        foreach (NodeMember member in kind.Members)
        {
            if (member.Kind == MemberKind.List)
            {
                IList items = member.ListOf(copy);
                foreach (object? item in member.ListOf(node))
                {
                    items.Add(item is null ? null : Copy(item));
                }
            }
            else
            {
                object? value = member.Get(node);
                member.Set(copy, member.Kind == MemberKind.Node && value is not null ? Copy(value) : value);
            }
        }

        if (node is CodeTypeReference reference)
        {
            TypeReferenceText.Copy(reference, (CodeTypeReference)copy);
        }

        return copy;
    }

    private static bool AreSame(object? left, object? right)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (left is null || right is null || left.GetType() != right.GetType())
        {
            return left is null && right is null;
        }

        if (NodeKinds.Of(left) is not { } kind)
        {
            return left.Equals(right);
        }

        foreach (NodeMember member in kind.Members)
        {
            bool isSame = member.Kind switch
            {
                MemberKind.Node => AreSame(member.Get(left), member.Get(right)),
                MemberKind.List => AreSameLists(member.ListOf(left), member.ListOf(right)),
                _ => Equals(member.Get(left), member.Get(right)),
            };
            if (!isSame)
            {
                return false;
            }
        }

        return true;
    }

    private static bool AreSameLists(IList left, IList right)
    {
        bool isSame = left.Count == right.Count;
        for (int i = 0; isSame && i < left.Count; i++)
        {
            isSame = AreSame(left[i], right[i]);
        }

        return isSame;
    }
}
