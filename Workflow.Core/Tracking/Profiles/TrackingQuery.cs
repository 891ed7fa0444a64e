namespace Workflow.Tracking;

/// <summary>What a tracking profile asks for; each kind of record has its query.</summary>
/// <remarks>Not thread-safe; filled before it is used.</remarks>
public abstract class TrackingQuery
{
    private Dictionary<string, string>? _annotations;

    /// <summary>Initializes the base of a query.</summary>
    protected TrackingQuery()
    {
    }

    /// <summary>What is copied into each record that the query asks for; empty by default, never null.</summary>
    public IDictionary<string, string> QueryAnnotations => _annotations ??= [];

    internal bool HasAnnotations => _annotations is { Count: > 0 };
}
