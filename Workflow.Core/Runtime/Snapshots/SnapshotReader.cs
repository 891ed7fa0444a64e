using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Persistence;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Reads one snapshot: first it makes all objects, then it fills them, so that they can refer to each other in any way. Nothing of the execution is touched.
/// </summary>
internal sealed class SnapshotReader
{
    private readonly Entry[] _entries;
    private readonly object?[] _objects;
    private readonly bool[] _isReferred;
    private readonly HashSet<int> _beingMade = [];
    private readonly List<LocationEnvironment> _captured = [];
    private int _parts;

    public SnapshotReader(WorkflowExecution execution, Entry document, SavedInstance instance, ValueSerializer serializer, TypeRegistry types)
    {
        Execution = execution;
        Instance = instance;
        Layout = ProgramLayout.Of(execution.Program);
        Cells = new CellReader(this, serializer, types);
        Entry list = document.Get(ObjectsSection.Key);
        _entries = list.Count <= SnapshotLimits.Objects ? [.. list.Items()] : throw list.Wrong($"has more than {SnapshotLimits.Objects} elements");
        _objects = new object?[_entries.Length];
        _isReferred = new bool[_entries.Length];
    }

    public WorkflowExecution Execution { get; }

    public Program Program => Execution.Program;

    public ProgramLayout Layout { get; }

    public SavedInstance Instance { get; }

    public CellReader Cells { get; }

    public IReadOnlyList<object?> Objects => _objects;

    /// <summary>The scopes around instances, where the document says them.</summary>
    public Dictionary<Frame, LocationEnvironment?> Outer { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>Makes all objects, empty; exceptions from the inside, because each is made with what it has inside.</summary>
    public void MakeObjects()
    {
        ExceptionTrees exceptions = new();
        for (int place = 0; place < _objects.Length; place++)
        {
            if (ExceptionFormat.Is(_entries[place]))
            {
                exceptions.Add(place, ExceptionFormat.InnerOf(_entries[place]));
            }
            else
            {
                Make(place);
            }
        }

        foreach (int place in exceptions.Check(place => ExceptionFormat.TooDeep(_entries[place])))
        {
            Make(place);
        }
    }

    /// <summary>Fills all objects.</summary>
    public void LoadObjects()
    {
        for (int place = 0; place < _objects.Length; place++)
        {
            ObjectFormats.Of(_entries[place]).Load(_objects[place]!, _entries[place], this);
        }

        for (int place = 0; place < _objects.Length; place++)
        {
            ObjectFormats.Of(_entries[place]).Finish(_objects[place]!, _entries[place], this);
        }
    }

    /// <summary>An object of the list that must be there.</summary>
    public T Get<T>(Entry entry)
        where T : class => ObjectAt(entry) as T ?? throw entry.Wrong($"refers to something else than a {typeof(T).Name}");

    public T Get<T>(Entry owner, string key)
        where T : class => Get<T>(owner.Get(key));

    public T? GetOrNull<T>(Entry owner, string key)
        where T : class => owner.TryGet(key, out Entry entry) ? Get<T>(entry) : null;

    public List<T> GetAll<T>(Entry owner, string key)
        where T : class
    {
        List<T> all = [];
        if (owner.TryGet(key, out Entry list))
        {
            foreach (Entry entry in list.Items())
            {
                all.Add(Get<T>(entry));
            }
        }

        return all;
    }

    public object ObjectAt(Entry entry)
    {
        int place = entry.Int32();
        if ((uint)place >= (uint)_objects.Length)
        {
            throw entry.Wrong("refers to nothing");
        }

        _isReferred[place] = true;
        return Make(place);
    }

    /// <summary>The environment that an object of the list is or has.</summary>
    public LocationEnvironment EnvironmentAt(Entry entry) =>
        EnvironmentOf(ObjectAt(entry)) ?? throw entry.Wrong("refers to something without an environment");

    public LocationEnvironment? EnvironmentOrNull(Entry owner, string key) =>
        owner.TryGet(key, out Entry entry) && !entry.IsNull ? EnvironmentAt(entry) : null;

    /// <summary>All environments: those of the list, and those of the instances in it.</summary>
    public IEnumerable<LocationEnvironment> Environments() => _objects.Select(EnvironmentOf).OfType<LocationEnvironment>();

    /// <summary>Somebody but its instance holds an environment, so that it is kept for good.</summary>
    public void Capture(LocationEnvironment environment) => _captured.Add(environment);

    /// <summary>Does so when the environments around each are known.</summary>
    public void CaptureAll() => _captured.ForEach(environment => environment.Capture());

    /// <summary>The scope that is around an instance when the document does not say another one.</summary>
    public static LocationEnvironment? DefaultOuter(Frame frame) => frame.DelegateArguments ?? frame.Parent?.Environment;

    /// <summary>A document has nothing in its list that nothing refers to: such a one was put together wrongly, and more of it may be wrong.</summary>
    public void CheckReferences()
    {
        int place = Array.IndexOf(_isReferred, false);
        if (place >= 0)
        {
            throw _entries[place].Wrong($"has an element that nothing refers to, '{_entries[place].FirstKey}'");
        }
    }

    /// <summary>Counts what the document asks for beside its own elements.</summary>
    public void Count(int parts)
    {
        _parts += parts;
        if (_parts > SnapshotLimits.Objects - _objects.Length)
        {
            throw new SnapshotException($"The snapshot cannot be read: it consists of more than {SnapshotLimits.Objects} parts.");
        }
    }

    public int ActivityOf(Entry entry) => Layout.TryFind(entry.Text(), out int number)
        ? number
        : throw entry.Wrong($"names the activity '{entry.Text()}', which the definition does not have");

    public int DelegateOf(Entry entry) => Layout.TryFindDelegate(entry.Text(), out int number)
        ? number
        : throw entry.Wrong($"names the delegate '{entry.Text()}', which the definition does not have");

    public T? Callback<T>(Entry owner, string key, Activity activity)
        where T : Delegate => (T?)Callback(owner, key, activity, typeof(T));

    public Delegate? Callback(Entry owner, string key, Activity activity, Type type)
    {
        if (!owner.TryGet(key, out Entry entry))
        {
            return null;
        }

        string name = entry.Text();
        return Layout.Callbacks.Find(name, activity, type) ?? throw new SnapshotException(
            $"The snapshot cannot be read: '{key}' names the callback '{name}', which '{activity.DisplayName}' ({activity.Id}) does not have.", key, activity.DisplayName);
    }

    private static LocationEnvironment? EnvironmentOf(object? value) => value as LocationEnvironment ?? (value as Frame)?.Own;

    /// <summary>An exception needs others to be made; what its constructor takes may lead to more of them.</summary>
    private object Make(int place)
    {
        if (_objects[place] is { } known)
        {
            return known;
        }

        Entry entry = _entries[place];
        if (!_beingMade.Add(place))
        {
            throw entry.Wrong("refers to itself");
        }

        if (_beingMade.Count > SnapshotLimits.ExceptionDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw ExceptionFormat.TooDeep(entry);
        }

        object made = ObjectFormats.Of(entry).Create(entry, this);
        _beingMade.Remove(place);
        _objects[place] = made;
        return made;
    }
}
