using System.Diagnostics;

namespace Workflow.Runtime.State;

/// <summary>The links between an instance and its children, in scheduling order.</summary>
internal static class FrameTree
{
    public static void Link(Frame parent, Frame child)
    {
        Debug.Assert(ReferenceEquals(child.Parent, parent), "A child is linked to its own parent.");
        if (parent.ChildCount == 0)
        {
            child.PreviousSibling = null;
        }
        else
        {
            Frame last = parent.LastChild!;
            last.NextSibling = child;
            child.PreviousSibling = last;
        }

        child.NextSibling = null;
        parent.ChildCount++;

        // A loop schedules the same frame repeatedly. An unchanged reference is not written again, to avoid the GC write barrier.
        if (!ReferenceEquals(parent.LastChild, child))
        {
            parent.LastChild = child;
        }
    }

    public static void Unlink(Frame parent, Frame child)
    {
        Debug.Assert(parent.ChildCount > 0, "Only a linked child is unlinked.");
        if (--parent.ChildCount == 0)
        {
            return;
        }

        if (child.NextSibling is { } next)
        {
            next.PreviousSibling = child.PreviousSibling;
        }
        else
        {
            parent.LastChild = child.PreviousSibling;
        }

        if (child.PreviousSibling is { } previous)
        {
            previous.NextSibling = child.NextSibling;
        }
    }

    public static Frame? FirstChild(Frame parent)
    {
        if (parent.ChildCount == 0)
        {
            return null;
        }

        Frame first = parent.LastChild!;
        while (first.PreviousSibling is { } previous)
        {
            first = previous;
        }

        return first;
    }

    /// <summary>Returns the next instance in a walk through the subtree of <paramref name="top"/>, parents first; null if there is none.</summary>
    public static Frame? Next(Frame node, Frame top)
    {
        if (FirstChild(node) is { } child)
        {
            return child;
        }

        while (!ReferenceEquals(node, top))
        {
            if (node.NextSibling is { } sibling)
            {
                return sibling;
            }

            node = node.Parent!;
        }

        return null;
    }

    /// <summary>Returns an instance and all its descendants, parents first.</summary>
    public static IEnumerable<Frame> All(Frame top)
    {
        for (Frame? frame = top; frame is not null; frame = Next(frame, top))
        {
            yield return frame;
        }
    }

    /// <summary>Returns true if a child has not completed. A completed child stays linked until its parent has been notified.</summary>
    public static bool HasActiveChild(Frame parent)
    {
        int left = parent.ChildCount;
        for (Frame? child = parent.LastChild; left > 0; child = child.PreviousSibling, left--)
        {
            if (!child!.IsCompleted)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns the children that have not completed, in scheduling order (rule 1.12).</summary>
    public static List<Frame> ActiveChildren(Frame parent)
    {
        List<Frame> children = new(parent.ChildCount);
        for (Frame? child = FirstChild(parent); child is not null; child = child.NextSibling)
        {
            if (!child.IsCompleted)
            {
                children.Add(child);
            }
        }

        return children;
    }
}
