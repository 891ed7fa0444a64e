namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>
/// Finds the rules that read a changed member. A change of 'this/Order/' affects the readers of 'this/Order/' and of everything below it. A change of
/// 'this/Order/Total/' affects the readers of 'this/Order/Total/' and of 'this/Order/*', but not the readers of 'this/Order/'.
/// </summary>
internal sealed class PathIndex
{
    private readonly Level _root = new();

    public void Add(string path, int rule)
    {
        Level level = _root;
        foreach (string name in NamesOf(path))
        {
            level = level.Below.TryGetValue(name, out Level? next) ? next : level.Below[name] = new Level();
        }

        (path.EndsWith('*') ? level.All : level.Own).Add(rule);
    }

    /// <summary>Adds the rules that read something that a change of the path affects.</summary>
    public void AddReaders(string path, RuleBits readers)
    {
        Level level = _root;
        foreach (string name in NamesOf(path))
        {
            readers.Add(level.All);
            if (!level.Below.TryGetValue(name, out Level? next))
            {
                return;
            }

            level = next;
        }

        Stack<Level> rest = new([level]);
        while (rest.TryPop(out Level? below))
        {
            readers.Add(below.All);
            readers.Add(below.Own);
            foreach (Level next in below.Below.Values)
            {
                rest.Push(next);
            }
        }
    }

    private static string[] NamesOf(string path) => path.TrimEnd('*').TrimEnd('/').Split('/');

    private sealed class Level
    {
        public Dictionary<string, Level> Below { get; } = new(StringComparer.Ordinal);

        public List<int> Own { get; } = [];

        public List<int> All { get; } = [];
    }
}
