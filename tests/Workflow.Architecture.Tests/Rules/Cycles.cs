namespace Workflow.Architecture.Tests.Rules;

/// <summary>Finds the cycles of a graph.</summary>
internal static class Cycles
{
    /// <summary>Returns the strongly connected components of two or more nodes, the largest first.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> In(IEnumerable<(string From, string To)> edges)
    {
        ILookup<string, string> next = edges.Where(edge => edge.From != edge.To).Distinct().ToLookup(edge => edge.From, edge => edge.To);
        Dictionary<string, HashSet<string>> reached = next.ToDictionary(node => node.Key, node => Reach(node.Key, next));
        return
        [
            .. reached.Keys
                .Where(node => reached[node].Contains(node))
                .GroupBy(node => string.Join(
                    '\n',
                    reached[node]
                        .Where(other => reached.TryGetValue(other, out HashSet<string>? back) && back.Contains(node))
                        .Order(StringComparer.Ordinal)))
                .Select(group => (IReadOnlyList<string>)[.. group.Order(StringComparer.Ordinal)])
                .OrderByDescending(group => group.Count),
        ];
    }

    private static HashSet<string> Reach(string start, ILookup<string, string> next)
    {
        HashSet<string> reached = [];
        Stack<string> open = new([start]);
        while (open.TryPop(out string? node))
        {
            foreach (string other in next[node].Where(reached.Add))
            {
                open.Push(other);
            }
        }

        return reached;
    }
}
