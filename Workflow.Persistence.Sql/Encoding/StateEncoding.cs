namespace Workflow.Persistence.Sql;

/// <summary>How the state of an instance is compressed in its row. Each row keeps how it was written, so that the setting can change at any time.</summary>
public enum StateEncoding
{
    /// <summary>Not at all: the state is UTF-8 JSON, readable in the database.</summary>
    None = 0,

    /// <summary>GZip, at the fastest level.</summary>
    GZip = 1,

    /// <summary>Brotli, at the fastest level.</summary>
    Brotli = 2,
}
