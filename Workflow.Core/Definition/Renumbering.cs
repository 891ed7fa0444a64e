namespace Workflow.Definition;

/// <summary>Numbers a tree in traversal order after a walk that visited it in another order (rule 12.1).</summary>
internal static class Renumbering
{
    /// <summary>Assigns the number of each activity in its id space.</summary>
    /// <returns>The position of each activity in traversal order, by its number in the program.</returns>
    public static int[] Apply(ReadOnlySpan<ActivityPlan> plans)
    {
        List<int>[] children = new List<int>[plans.Length];
        for (int i = 0; i < plans.Length; i++)
        {
            plans[i].Activity.Space!.Restart();
            if (plans[i].Parent >= 0)
            {
                (children[plans[i].Parent] ??= []).Add(i);
            }
        }

        int[] positions = new int[plans.Length];
        int position = 0;
        Stack<int> pending = new();
        pending.Push(0);
        while (pending.TryPop(out int number))
        {
            Activity activity = plans[number].Activity;
            activity.LocalNumber = activity.Space!.Next();
            positions[number] = position++;

            // The child that is pushed last is visited first.
            foreach (int child in InOrder(children[number], plans))
            {
                pending.Push(child);
            }
        }

        return positions;
    }

    private static List<int> InOrder(List<int>? children, ReadOnlySpan<ActivityPlan> plans)
    {
        if (children is null)
        {
            return [];
        }

        int[] orders = new int[children.Count];
        for (int i = 0; i < orders.Length; i++)
        {
            orders[i] = plans[children[i]].Order;
        }

        int[] sorted = [.. children];
        Array.Sort(orders, sorted);
        return [.. sorted];
    }
}
