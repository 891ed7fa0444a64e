using System.Collections;
using System.Reflection;
using System.Security.Cryptography;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The objects that the constructor of a workflow creates and to which saved state refers by number: the definitions of objects, and handlers. The constructor
/// creates the same objects each time, so saved state does not contain them. They are collected before the workflow runs.
/// </summary>
internal sealed class DefinitionParts : SavedDefinition
{
    private readonly List<PropertyBag> _bags = [];
    private readonly List<Type> _bagOwners = [];
    private readonly Dictionary<PropertyBag, int> _bagNumbers = new(ReferenceEqualityComparer.Instance);
    private readonly List<Delegate> _calls = [];
    private readonly Dictionary<(MethodInfo Method, object? Target), int> _callNumbers = new(CallComparer.Instance);
    private readonly Queue<object> _waiting = new();
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    private readonly Activity? _root;
    private IReadOnlyDictionary<string, Type>? _named;
    private SavedTypes? _types;

    public DefinitionParts(Activity root)
    {
        _root = root;
        Collect(ActivityNames.Tree(root), ActivityNames.Tree(root));
    }

    private DefinitionParts()
    {
    }

    /// <summary>An empty set. Saved state then contains all definitions itself.</summary>
    public static DefinitionParts None { get; } = new();

    /// <summary>Returns the parts of the definition of an instance; null if the instance is not saved.</summary>
    public static DefinitionParts? Of(Activity root) => (DefinitionParts?)root.Runtime.Definition;

    public int Calls => _calls.Count;

    public int Bags => _bags.Count;

    /// <summary>The assemblies of the activities, of their base classes, and of the interfaces that they use.</summary>
    public IReadOnlyCollection<Assembly> Assemblies => field ??= AssembliesOf(_root!);

    /// <summary>Returns the types that saved state of the instance can name.</summary>
    /// <param name="find">Finds a type of the application by its name. The runtime of the instance provides this function.</param>
    public SavedTypes Types(Func<string, Type?> find) => _types ??= new SavedTypes(Assemblies, find, () => NamedTypes);

    /// <summary>The types of other assemblies to which the definition refers. Computed on first use, because most instances do not need them.</summary>
    private IReadOnlyDictionary<string, Type> NamedTypes => _named ??= ReferencedTypes.Of(ActivityNames.Tree(_root!), _bags);

    /// <summary>A hash of the structure of the definition. Saved state fits only a definition with the same hash.</summary>
    public byte[] Fingerprint => field ??= ComputeFingerprint();

    /// <summary>Returns the number of the definition of a part; -1 if the constructor did not create it.</summary>
    public int NumberOf(PropertyBag bag) => _bagNumbers.GetValueOrDefault(bag, -1);

    public (PropertyBag Bag, Type Owner) BagAt(int number) => (_bags[number], _bagOwners[number]);

    /// <summary>
    /// Returns the number of a handler; -1 if the constructor did not create it. The target is the object for which the constructor created the handler.
    /// </summary>
    public int NumberOf(Delegate call, object? target) => _callNumbers.GetValueOrDefault((call.Method, target), -1);

    public Delegate CallAt(int number) => _calls[number];

    /// <summary>Returns the assemblies of the activities of a tree, of their base classes, and of the interfaces that they use.</summary>
    public static IReadOnlyCollection<Assembly> AssembliesOf(Activity root)
    {
        HashSet<Assembly> assemblies = [];
        HashSet<Type> types = [];
        foreach (Activity activity in ActivityNames.Tree(root))
        {
            for (Type? current = activity.GetType(); current is not null && types.Add(current); current = current.BaseType)
            {
                assemblies.Add(current.Assembly);
            }

            if (activity.Contract is { } contract && !SavedTypes.IsFramework(contract.Assembly))
            {
                assemblies.Add(contract.Assembly);
            }
        }

        return assemblies;
    }

    /// <summary>
    /// Computes the fingerprint, the assemblies and the named types before the tree changes. They describe the original definition; saved state contains the
    /// changes.
    /// </summary>
    public void FreezeOriginal() => _ = (Fingerprint, Assemblies, NamedTypes);

    /// <summary>Collects the activities that a change added to the tree. Their numbers follow all existing numbers.</summary>
    public void Add(Activity root, IEnumerable<Activity> added) => Collect(ActivityNames.Live(root), added);

    private void Collect(IEnumerable<Activity> all, IEnumerable<Activity> own)
    {
        foreach (Activity activity in all)
        {
            _seen.Add(activity);
        }

        foreach (Activity activity in own)
        {
            CollectPart(activity);
            CollectWaiting();
        }

        _seen.Clear();
    }

    private void CollectWaiting()
    {
        while (_waiting.TryDequeue(out object? next))
        {
            if (next is DependencyObject part)
            {
                CollectPart(part);
                continue;
            }

            CollectFields(CloneType.Of(next.GetType()).Fields, next);
            if (next is IDictionary entries)
            {
                foreach (DictionaryEntry entry in entries)
                {
                    Collect(entry.Key);
                    Collect(entry.Value);
                }
            }
            else if (next is IEnumerable items)
            {
                foreach (object? item in items)
                {
                    Collect(item);
                }
            }
        }
    }

    private void CollectPart(DependencyObject part)
    {
        if (!_bagNumbers.TryAdd(part.Meta, _bags.Count))
        {
            return;
        }

        _bags.Add(part.Meta);
        _bagOwners.Add(part.GetType());
        foreach ((_, object? value) in part.Meta)
        {
            if (PropertyBag.IsOwned(value))
            {
                Collect(value);
            }
        }

        foreach ((_, object? value) in part.State)
        {
            Collect(value);
        }

        CollectFields(CloneType.FieldsOf(part), part);
    }

    private void CollectFields(FieldInfo[] fields, object owner)
    {
        foreach (FieldInfo field in fields)
        {
            if (!field.FieldType.IsPrimitive && field.FieldType != typeof(string))
            {
                Collect(field.GetValue(owner));
            }
        }
    }

    private void Collect(object? value)
    {
        switch (value)
        {
            case null or string:
                break;
            case Delegate handler:
                Array.ForEach(handler.GetInvocationList(), AddCall);
                break;
            case ActivityBind:
                break;
            default:
                CloneType type = CloneType.Of(value.GetType());
                if (type.Kind == CloneKind.Struct)
                {
                    CollectFields(type.Fields, value);
                }
                else if (type.Kind is not (CloneKind.Refused or CloneKind.Shared)
                    && !(type.Kind == CloneKind.Array && type.Type.GetElementType() is { IsPrimitive: true })
                    && _seen.Add(value))
                {
                    _waiting.Enqueue(value);
                }

                break;
        }
    }

    private void AddCall(Delegate call)
    {
        if (_callNumbers.TryAdd((call.Method, call.Target), _calls.Count))
        {
            _calls.Add(call);
        }
    }

    private byte[] ComputeFingerprint()
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (Activity activity in ActivityNames.Tree(_root!))
        {
            Append(hash, activity.QualifiedName, activity.GetType().Name, ChildrenOf(activity), activity.Enabled ? "1" : "0");
        }

        foreach (Type owner in _bagOwners)
        {
            Append(hash, owner.Name);
        }

        foreach (Delegate call in _calls)
        {
            // The compiler numbers the methods that it generates, so their names are not stable.
            Append(hash, call.Method.Name.StartsWith('<') ? "<" : call.Method.Name, call.GetType().Name);
        }

        return hash.GetHashAndReset()[..16];
    }

    private static string ChildrenOf(Activity activity) =>
        ((activity as CompositeActivity)?.Activities.Count ?? 0).ToString(System.Globalization.CultureInfo.InvariantCulture);

    private static void Append(IncrementalHash hash, params string[] texts)
    {
        foreach (string text in texts)
        {
            hash.AppendData(BitConverter.GetBytes(text.Length));
            hash.AppendData(System.Runtime.InteropServices.MemoryMarshal.AsBytes(text.AsSpan()));
        }
    }

    /// <summary>Compares targets by reference, because application classes can override Equals.</summary>
    private sealed class CallComparer : IEqualityComparer<(MethodInfo Method, object? Target)>
    {
        public static readonly CallComparer Instance = new();

        public bool Equals((MethodInfo Method, object? Target) x, (MethodInfo Method, object? Target) y) =>
            ReferenceEquals(x.Target, y.Target) && x.Method == y.Method;

        public int GetHashCode((MethodInfo Method, object? Target) obj) =>
            HashCode.Combine(obj.Method, obj.Target is null ? 0 : System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(obj.Target));
    }
}
