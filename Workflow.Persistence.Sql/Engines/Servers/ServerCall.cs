using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Statements that go to the server together. Outside of a transaction they are one. Not thread-safe.</summary>
internal abstract class ServerCall : IAsyncDisposable
{
    /// <summary>Adds a statement, which can consist of several texts, by its names. Its parameters are set next.</summary>
    public abstract ServerCall Add(params string[] names);

    /// <summary>Begins a call whose statements take arrays of any length. The server keeps one plan for each of them, if an engine overrides this.</summary>
    public virtual ServerCall ForBatches() => this;

    /// <summary>Begins a call that must read large tables by their indexes. Statistics that are old or missing do not matter then, if an engine overrides this.</summary>
    public virtual ServerCall ForIndexes() => this;

    /// <summary>Sets a parameter of the last statement. The server's type follows from that of the value; an array is a table with one column. A text may be null.</summary>
    public abstract ServerCall Set<T>(string name, T value);

    /// <summary>Sends the statements.</summary>
    public abstract Task<DbDataReader> ReadAsync(CancellationToken cancellationToken);

    /// <summary>Sends the statements, and waits on the thread of the caller. The reader ends the call.</summary>
    public abstract DbDataReader Read();

    /// <summary>Sends the statements; returns the first column of all rows of all of them.</summary>
    public async Task<List<T>> ReadColumnAsync<T>(CancellationToken cancellationToken)
    {
        List<T> values = [];
        DbDataReader reader = await ReadAsync(cancellationToken).ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            do
            {
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    values.Add(await reader.GetFieldValueAsync<T>(0, cancellationToken).ConfigureAwait(false));
                }
            }
            while (await reader.NextResultAsync(cancellationToken).ConfigureAwait(false));
        }

        return values;
    }

    /// <summary>Keeps the parameter objects for later calls, if an engine overrides this. Call it when the answer has been read to its end: until then, the driver may still send them.</summary>
    public virtual void Recycle()
    {
    }

    public abstract ValueTask DisposeAsync();
}
