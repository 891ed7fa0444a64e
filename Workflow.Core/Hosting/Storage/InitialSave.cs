using System.Xml.Linq;

namespace Workflow.Hosting;

/// <summary>What only the first save of an instance writes.</summary>
internal sealed class InitialSave
{
    private readonly Dictionary<XName, object?> _values = [];
    private readonly HashSet<Guid> _keys = [];

    /// <summary>Values for others to read.</summary>
    public IReadOnlyDictionary<XName, object?> Values => _values;

    /// <summary>Keys by which the instance can be found.</summary>
    public IReadOnlyCollection<Guid> Keys => _keys;

    /// <summary>The request that starts the instance; null for none.</summary>
    public Guid? RequestId { get; private set; }

    public void Add(IDictionary<XName, object?> values)
    {
        foreach ((XName name, object? value) in values)
        {
            _values[name] = value;
        }
    }

    public void Add(IEnumerable<Guid> keys, Guid? requestId)
    {
        _keys.UnionWith(keys);
        RequestId = requestId ?? RequestId;
    }
}
