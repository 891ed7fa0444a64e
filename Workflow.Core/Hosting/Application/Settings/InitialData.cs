using System.Xml.Linq;

namespace Workflow.Hosting;

/// <summary>The data that only the first save of an instance writes.</summary>
internal sealed class InitialData
{
    private readonly Dictionary<XName, object?> _values = [];
    private readonly HashSet<Guid> _keys = [];

    /// <summary>The values for queries.</summary>
    public IReadOnlyDictionary<XName, object?> Values => _values;

    /// <summary>The keys by which the instance can be found.</summary>
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
