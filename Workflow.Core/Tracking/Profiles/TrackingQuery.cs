namespace Workflow.Tracking;

/// <summary>The base class of queries of a tracking profile. Each kind of record has its query.</summary>
/// <remarks>Not thread-safe. Fill a query before it is used.</remarks>
public abstract class TrackingQuery
{
    private Dictionary<string, string>? _annotations;

    /// <summary>Initializes a query.</summary>
    protected TrackingQuery()
    {
    }

    /// <summary>Annotations that are copied into each selected record; empty by default, never null.</summary>
    public IDictionary<string, string> QueryAnnotations => _annotations ??= [];

    internal bool HasAnnotations => _annotations is { Count: > 0 };
}
