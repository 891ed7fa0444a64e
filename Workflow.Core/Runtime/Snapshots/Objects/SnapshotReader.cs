using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Reads one snapshot. It first creates all objects and then fills them, so that they can refer to each other in any way. It does not change the instance that
/// is restored.
/// </summary>
internal sealed class SnapshotReader
{
    private readonly SnapshotNode[] _entries;
    private readonly ObjectFormat[] _formats;
    private readonly object?[] _objects;
    private readonly bool[] _isReferenced;
    private readonly bool[] _isBeingCreated;
    private readonly List<LocationEnvironment> _captured = [];
    private Dictionary<Frame, LocationEnvironment?>? _outerEnvironments;

    /// <summary>The number of objects that are being created, one inside the other.</summary>
    private int _depth;

    private int _slots;

    public SnapshotReader(
        InstanceState target, SnapshotNode document, SavedInstance instance, ValueSerializer serializer, TypeRegistry types, ObjectFormats formats)
    {
        Target = target;
        Instance = instance;
        Layout = ProgramLayout.Of(target.Program);
        Values = new EncodedValueReader(this, serializer, types);
        SnapshotNode list = document.Get(ObjectFormats.ListKey);
        int count = list.Count <= SnapshotLimits.Objects ? list.Count : throw list.Invalid($"has more than {SnapshotLimits.Objects} elements");
        _entries = new SnapshotNode[count];
        _formats = new ObjectFormat[count];
        _objects = new object?[count];
        _isReferenced = new bool[count];
        _isBeingCreated = new bool[count];
        int next = 0;
        foreach (SnapshotNode entry in list.Items())
        {
            _entries[next] = entry;
            _formats[next++] = formats.Of(entry);
        }
    }

    /// <summary>The instance that is restored. Its activity instances refer to it; the reader does not change it otherwise.</summary>
    public InstanceState Target { get; }

    public Program Program => Target.Program;

    public ProgramLayout Layout { get; }

    public SavedInstance Instance { get; }

    public EncodedValueReader Values { get; }

    public ReadOnlySpan<object?> Objects => _objects;

    /// <summary>Creates all objects, empty. Inner exceptions are created first, because the constructor of an exception takes them.</summary>
    public void CreateObjects()
    {
        ExceptionTrees exceptions = new();
        for (int index = 0; index < _objects.Length; index++)
        {
            if (_formats[index].InnerOf(_entries[index]) is { } inner)
            {
                exceptions.Add(index, inner);
            }
            else
            {
                GetOrCreate(index);
            }
        }

        foreach (int index in exceptions.Check(index => ExceptionTrees.TooDeep(_entries[index])))
        {
            GetOrCreate(index);
        }
    }

    /// <summary>Fills all objects.</summary>
    public void LoadObjects()
    {
        for (int index = 0; index < _objects.Length; index++)
        {
            _formats[index].Load(_objects[index]!, _entries[index], this);
        }

        for (int index = 0; index < _objects.Length; index++)
        {
            _formats[index].Finish(_objects[index]!, _entries[index], this);
        }
    }

    /// <summary>Gets a required object of the list.</summary>
    public T Get<T>(SnapshotNode entry)
        where T : class => ObjectAt(entry) as T ?? throw entry.Invalid($"does not refer to an object of type '{typeof(T).Name}'");

    public T Get<T>(SnapshotNode owner, string key)
        where T : class => Get<T>(owner.Get(key));

    public T? GetOrNull<T>(SnapshotNode owner, string key)
        where T : class => owner.TryGet(key, out SnapshotNode entry) ? Get<T>(entry) : null;

    public List<T> GetAll<T>(SnapshotNode owner, string key)
        where T : class
    {
        List<T> all = [];
        if (owner.TryGet(key, out SnapshotNode list))
        {
            foreach (SnapshotNode entry in list.Items())
            {
                all.Add(Get<T>(entry));
            }
        }

        return all;
    }

    public object ObjectAt(SnapshotNode entry)
    {
        int index = entry.Int32();
        if ((uint)index >= (uint)_objects.Length)
        {
            throw entry.Invalid("is not the index of an element of 'objects'");
        }

        _isReferenced[index] = true;
        return GetOrCreate(index);
    }

    /// <summary>Returns the environment that an object of the list is or has.</summary>
    public LocationEnvironment EnvironmentAt(SnapshotNode entry) =>
        EnvironmentOf(ObjectAt(entry)) ?? throw entry.Invalid("does not refer to an object with an environment");

    public LocationEnvironment? EnvironmentOrNull(SnapshotNode owner, string key) =>
        owner.TryGet(key, out SnapshotNode entry) && !entry.IsNull ? EnvironmentAt(entry) : null;

    /// <summary>Records that a value refers to an environment, which must then not be reused after its instance has ended.</summary>
    public void MarkCaptured(LocationEnvironment environment) => _captured.Add(environment);

    /// <summary>Captures the recorded environments, after the outer environment of each was set.</summary>
    public void CaptureMarked() => _captured.ForEach(environment => environment.Capture());

    /// <summary>Sets the outer environment of an instance for which the document contains one; null if it has none.</summary>
    public void SetOuterEnvironment(Frame frame, LocationEnvironment? environment) =>
        (_outerEnvironments ??= new(ReferenceEqualityComparer.Instance))[frame] = environment;

    /// <summary>Returns the outer environment of an instance.</summary>
    public LocationEnvironment? OuterEnvironmentOf(Frame frame) =>
        _outerEnvironments?.TryGetValue(frame, out LocationEnvironment? saved) == true ? saved : DefaultOuterEnvironment(frame);

    /// <summary>Returns the outer environment of an instance for which the document does not contain another one.</summary>
    public static LocationEnvironment? DefaultOuterEnvironment(Frame frame) => frame.DelegateArguments ?? frame.Parent?.Environment;

    /// <summary>
    /// Checks that something refers to each object. A writer never adds other objects, so a document with such an object is damaged or forged.
    /// </summary>
    public void CheckReferences()
    {
        int index = Array.IndexOf(_isReferenced, false);
        if (index >= 0)
        {
            throw _entries[index].Invalid($"has an element '{_entries[index].FirstKey}' that nothing refers to");
        }
    }

    /// <summary>Counts the slots of the environments that are created.</summary>
    public void CountSlots(int count)
    {
        _slots += count;
        if (_slots > SnapshotLimits.Objects - _objects.Length)
        {
            throw ReadFailure.Create($"it has more than {SnapshotLimits.Objects} objects, arguments and variables");
        }
    }

    public int ActivityOf(SnapshotNode entry) => Layout.TryFind(entry.Text(), out int number)
        ? number
        : throw entry.Invalid($"is '{entry.Text()}', which is not an activity of the definition");

    public int DelegateOf(SnapshotNode entry) => Layout.TryFindDelegate(entry.Text(), out int number)
        ? number
        : throw entry.Invalid($"is '{entry.Text()}', which is not a delegate of the definition");

    public T? Callback<T>(SnapshotNode owner, string key, Activity activity)
        where T : Delegate => (T?)Callback(owner, key, activity, typeof(T));

    public Delegate? Callback(SnapshotNode owner, string key, Activity activity, Type type)
    {
        if (!owner.TryGet(key, out SnapshotNode entry))
        {
            return null;
        }

        string name = entry.Text();
        return Layout.Callbacks.Find(name, activity, type) ?? throw ReadFailure.Create(
            $"'{key}' is '{name}', which is not a method of '{activity.DisplayName}' ({activity.Id}) for this callback",
            key,
            activity.DisplayName,
            "give the method its former name and signature, or register the change as the next version of the definition and keep the one with which the instance was started");
    }

    /// <summary>Returns the environment that an object of the list is or has; null if there is none.</summary>
    public static LocationEnvironment? EnvironmentOf(object? value) => value as LocationEnvironment ?? (value as Frame)?.Own;

    /// <summary>Creates an object once. The creation of an exception also creates its inner exceptions and the objects that its constructor takes.</summary>
    private object GetOrCreate(int index)
    {
        if (_objects[index] is { } known)
        {
            return known;
        }

        SnapshotNode entry = _entries[index];
        if (_isBeingCreated[index])
        {
            throw entry.Invalid("refers to itself");
        }

        if (++_depth > SnapshotLimits.ExceptionDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw ExceptionTrees.TooDeep(entry);
        }

        _isBeingCreated[index] = true;
        object created = _formats[index].Create(entry, this);
        _isBeingCreated[index] = false;
        _depth--;
        _objects[index] = created;
        return created;
    }
}
