namespace Workflow.Core.Tests.TestKit;

/// <summary>The events of one test in order, shared by its activities. Thread-safe.</summary>
internal sealed class Log
{
    private readonly Lock _gate = new();
    private readonly List<string> _entries = [];

    public string[] Entries
    {
        get
        {
            lock (_gate)
            {
                return [.. _entries];
            }
        }
    }

    public void Add(string entry)
    {
        lock (_gate)
        {
            _entries.Add(entry);
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            _entries.Clear();
        }
    }

    public void AssertIs(params string[] expected) => Assert.Equal(expected, Entries);
}
