namespace Workflow.Hosting;

/// <summary>
/// The order in which extensions are looked up: those that a host adds, then those that each of them provides, and so on. Each extension is asked only once
/// for the extensions that it provides, and is added only once as a provided one: extensions may provide each other, and themselves (rule 14.2).
/// </summary>
internal sealed class ExtensionOrder
{
    private readonly List<ExtensionEntry> _order = [];
    private readonly HashSet<object> _asked = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<object> _brought = new(ReferenceEqualityComparer.Instance);

    /// <summary>Adds extensions, and after them those that they provide.</summary>
    public void Add(IReadOnlyList<ExtensionEntry> entries)
    {
        _order.AddRange(entries);
        foreach (ExtensionEntry entry in entries)
        {
            _brought.Add(entry.Extension);
        }

        // Not recursive: a chain of extensions may exceed the stack.
        Stack<IEnumerator<ExtensionEntry>> groups = new([entries.GetEnumerator()]);
        while (groups.TryPeek(out IEnumerator<ExtensionEntry>? group))
        {
            if (!group.MoveNext())
            {
                groups.Pop().Dispose();
            }
            else if (Additional(group.Current.Extension) is { Count: > 0 } additional)
            {
                _order.AddRange(additional);
                groups.Push(additional.GetEnumerator());
            }
        }
    }

    public ExtensionEntry[] ToArray() => [.. _order];

    private List<ExtensionEntry> Additional(object extension)
    {
        List<ExtensionEntry> additional = [];
        if (extension is IWorkflowInstanceExtension instanceExtension && _asked.Add(extension))
        {
            foreach (object brought in instanceExtension.GetAdditionalExtensions() ?? [])
            {
                if (_brought.Add(brought))
                {
                    additional.Add(new ExtensionEntry(brought, null));
                }
            }
        }

        return additional;
    }
}
