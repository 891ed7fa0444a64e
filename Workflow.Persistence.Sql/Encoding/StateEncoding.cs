namespace Workflow.Persistence.Sql;

/// <summary>The compression of the state of an instance in its row. Each row stores its own compression, so the setting can be changed at any time.</summary>
public enum StateEncoding
{
    /// <summary>No compression: the state is UTF-8 JSON, readable in the database.</summary>
    None = 0,

    /// <summary>GZip, at the fastest level.</summary>
    GZip = 1,

    /// <summary>Brotli, at the fastest level.</summary>
    Brotli = 2,
}
