using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>
/// The state that the activities of a tree share in a run: the log, the outstanding operations, and the objects that user code kept. Cleared between runs of
/// the same tree.
/// </summary>
internal sealed class Stage
{
    private const int MostEntries = 20_000;

    private readonly List<string> _log = [];
    private readonly List<(string Label, Action Continue)> _outstanding = [];
    private readonly List<ActivityInstance> _instances = [];
    private readonly List<(string Label, Location Location)> _locations = [];
    private readonly List<(string Label, ActivityContext Context)> _contexts = [];
    private readonly List<CompensationToken> _tokens = [];
    private int _lastHandle;

    public IRunning? Running { get; set; }

    /// <summary>True if some of the steps request a save.</summary>
    public bool Persists { get; init; }

    /// <summary>True if the tree contains nothing that cannot be saved: no locations and no sequences of the test's own classes.</summary>
    public bool IsSavable { get; init; }

    public IReadOnlyList<string> Log => _log;

    public bool HasOutstanding => _outstanding.Count > 0;

    public void Add(string entry)
    {
        _log.Add(entry);
        if (_log.Count > MostEntries)
        {
            throw new InvalidOperationException("The workflow does not come to an end.");
        }
    }

    public void Keep(ActivityInstance instance)
    {
        if (!_instances.Contains(instance))
        {
            _instances.Add(instance);
        }
    }

    public void Keep(string label, Location? location)
    {
        if (location is not null)
        {
            _locations.Add((label, location));
        }
    }

    public void Keep(string label, ActivityContext context) => _contexts.Add((label, context));

    /// <summary>The unnamed bookmark that was created last.</summary>
    public Bookmark? LastNumbered { get; set; }

    /// <summary>The bookmark scope that was created last.</summary>
    public BookmarkScope? InnermostScope { get; set; }

    public bool HasTokens => _tokens.Count > 0;

    public void Keep(CompensationToken token) => _tokens.Add(token);

    /// <summary>Returns one of the tokens, and removes it in most cases.</summary>
    public CompensationToken TakeToken(int which)
    {
        int index = which % _tokens.Count;
        CompensationToken token = _tokens[index];
        if (which % 4 != 0)
        {
            _tokens.RemoveAt(index);
        }

        return token;
    }

    /// <summary>Returns the objects that user code keeps and that are saved with the instance.</summary>
    public Dictionary<XName, object?> Collect() => new() { ["tokens"] = _tokens.ToList(), ["scope"] = InnermostScope };

    public void Publish(IReadOnlyDictionary<XName, object?> values)
    {
        _tokens.Clear();
        _tokens.AddRange((List<CompensationToken>)values["tokens"]!);
        InnermostScope = (BookmarkScope?)values["scope"];
    }

    /// <summary>Returns the outstanding operations and the length of the log at a save.</summary>
    public StageMark Mark() => new([.. _outstanding], _log.Count, _lastHandle, LastNumbered);

    /// <summary>Restores the state at a save.</summary>
    public void Return(StageMark mark, IReadOnlyList<string> log)
    {
        Clear();
        _log.AddRange(log.Take(mark.Entries));
        _outstanding.AddRange(mark.Outstanding);
        _lastHandle = mark.LastHandle;
        LastNumbered = mark.LastNumbered;
    }

    public int NextHandle() => ++_lastHandle;

    /// <summary>Registers an operation that continues only when the runner calls <see cref="Continue"/>.</summary>
    public void AddOutstanding(string label, Action go) => _outstanding.Add((label, go));

    public void Continue(int which)
    {
        int index = which % _outstanding.Count;
        (string label, Action go) = _outstanding[index];
        _outstanding.RemoveAt(index);
        Add($"-- {label} goes on");
        go();
    }

    /// <summary>Logs the kept objects as they are after the end of the workflow.</summary>
    public void LogKept()
    {
        foreach (ActivityInstance instance in _instances)
        {
            string outputs = string.Join(
                ", ",
                instance.GetOutputs().OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"));
            Add($"kept instance {instance.Activity.DisplayName}#{instance.Id} {instance.State} [{outputs}]");
        }

        foreach ((string label, Location location) in _locations)
        {
            Add($"kept location {label} = {location.Value}");
        }

        foreach ((string label, ActivityContext context) in _contexts)
        {
            try
            {
                Add($"kept context {label} still says {context.ActivityInstanceId}");
            }
            catch (ObjectDisposedException)
            {
                Add($"kept context {label} is disposed");
            }
        }
    }

    public void Clear()
    {
        _log.Clear();
        _outstanding.Clear();
        _instances.Clear();
        _locations.Clear();
        _contexts.Clear();
        _tokens.Clear();
        _lastHandle = 0;
        LastNumbered = null;
        InnermostScope = null;
    }
}
