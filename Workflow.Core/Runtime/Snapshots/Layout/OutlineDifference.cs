using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Finds the changes of an activity since an instance was saved with which the instance cannot continue.</summary>
/// <param name="saved">The saved outline.</param>
/// <param name="now">The outline in the definition.</param>
/// <param name="types">The aliases of the host.</param>
/// <param name="place">The activity, for messages.</param>
internal sealed class OutlineDifference(SnapshotNode saved, ActivityOutline now, TypeRegistry types, string place)
{
    private const int VariablesAt = 1, ArgumentsAt = 2, ChildrenAt = 3, DelegatesAt = 4;

    /// <summary>Returns the first change of the declarations of the activity; null if there is none.</summary>
    public string? OfItself()
    {
        string kind = saved[0].Text();
        return kind != now.Kind
            ? $"{place} was an activity of kind '{kind}' and is one of kind '{now.Kind}'"
            : OfItems("variable", Part(VariablesAt), now.Variables) ?? OfItems("argument", Part(ArgumentsAt), now.Arguments) ?? OfDelegates();
    }

    /// <summary>Returns the change of the children; null if there is none.</summary>
    public string? OfChildren()
    {
        string before = Part(ChildrenAt)?.Text() ?? string.Empty;
        (string countBefore, string count) = (CountOf(before), CountOf(now.Children));
        return before == now.Children ? null
            : countBefore != count ? $"{place} had {countBefore} children and expressions and has {count}"
            : $"the {count} children and expressions of {place} have other ids, roles or kinds, because activities or expressions were added, removed, moved or replaced";
    }

    private static string CountOf(string children) => children.Length == 0 ? "0" : children.Split(':')[0];

    private SnapshotNode? Part(int position) => saved.Count > position ? saved[position] : null;

    private string? OfDelegates()
    {
        List<SnapshotNode> before = [];
        if (Part(DelegatesAt) is { } list)
        {
            foreach (SnapshotNode parameters in list.Items())
            {
                before.Add(parameters);
            }
        }

        if (before.Count != now.Delegates.Length)
        {
            return $"{place} declared another number of delegates ({before.Count} before, {now.Delegates.Length} now)";
        }

        for (int position = 0; position < before.Count; position++)
        {
            if (OfItems("delegate argument", before[position], now.Delegates[position]) is { } problem)
            {
                return problem;
            }
        }

        return null;
    }

    private string? OfItems(string what, SnapshotNode? before, OutlineItem[] items)
    {
        HashSet<string> known = new(StringComparer.Ordinal);
        foreach (SnapshotNode item in before?.Members() ?? default)
        {
            known.Add(item.Name);
            int index = Array.FindIndex(items, one => one.Name == item.Name);
            if (index < 0)
            {
                return $"the {what} '{item.Name}' of {place} was removed or renamed";
            }

            string type = item.Text();
            if (type != items[index].TextOf(types) && type != items[index].TextOf(null))
            {
                return $"the {what} '{item.Name}' of {place} was '{type}' and is '{items[index].TextOf(types)}'";
            }
        }

        OutlineItem added = Array.Find(items, item => !item.IsOptional && !known.Contains(item.Name));
        return added.Name is null ? null : $"the {what} '{added.Name}' of {place} was added, and a saved instance has no value for it";
    }
}
