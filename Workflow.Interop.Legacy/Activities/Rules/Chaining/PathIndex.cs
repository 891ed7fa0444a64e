namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>
/// Which rules read what is changed. The change of 'this/Order/' concerns the readers of 'this/Order/' and of everything below it. The change of 'this/Order/Total/' concerns its
/// readers, and those of 'this/Order/*', but not those of 'this/Order/' itself.
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

    /// <summary>Adds the rules that read something that is changed.</summary>
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
