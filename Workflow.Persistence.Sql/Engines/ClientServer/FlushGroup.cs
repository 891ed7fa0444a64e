namespace Workflow.Persistence.Sql;

/// <summary>The calls with which a call can be flushed.</summary>
internal enum FlushGroup
{
    /// <summary>The call is flushed with all calls that insert no key and no request.</summary>
    Common,

    /// <summary>
    /// The call inserts an instance with its keys and the request that starts it. It waits while another transaction inserts the same key or request, so it is
    /// flushed with calls of this kind only: until they are committed, nobody but another start of the same instance waits for the rows that they insert.
    /// </summary>
    Start,

    /// <summary>
    /// The call adds keys to an instance that is stored, and is flushed alone, so that it holds no locks of other calls while it waits for a key.
    /// </summary>
    Alone,
}
