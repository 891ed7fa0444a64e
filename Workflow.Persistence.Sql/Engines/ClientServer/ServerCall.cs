using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Statements that are sent to the server together. Outside a transaction, they form one transaction. Not thread-safe.</summary>
internal abstract class ServerCall : IAsyncDisposable
{
    /// <summary>Adds a statement, which may consist of several named texts. Its parameters are set next.</summary>
    public abstract ServerCall Add(params string[] names);

    /// <summary>
    /// Starts a call with statements that take arrays of any length. An engine may override this so that the server uses one plan for all lengths.
    /// </summary>
    public virtual ServerCall WithBatchPlans() => this;

    /// <summary>Starts a call that must read large tables by index. An engine may override this so that outdated or missing statistics do not matter.</summary>
    public virtual ServerCall WithIndexPlans() => this;

    /// <summary>
    /// Sets a parameter of the last statement. The parameter type follows from the type of the value; an array is passed as a table with one column. A text may
    /// be null.
    /// </summary>
    public abstract ServerCall Set<T>(string name, T value);

    /// <summary>Sends the statements.</summary>
    public abstract Task<DbDataReader> ReadAsync(CancellationToken cancellationToken);

    /// <summary>Sends the statements and blocks the calling thread. Disposing of the reader ends the call.</summary>
    public abstract DbDataReader Read();

    /// <summary>Sends the statements; returns the first column of all rows of all result sets.</summary>
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

    /// <summary>
    /// Keeps the parameter objects for later calls, if an engine overrides this. Must be called only after the answer was read completely, because the driver
    /// may still send the parameters until then.
    /// </summary>
    public virtual void Recycle()
    {
    }

    public abstract ValueTask DisposeAsync();
}
