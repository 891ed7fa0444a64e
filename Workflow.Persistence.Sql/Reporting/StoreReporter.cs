using System.Data.Common;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Reports the events of a store to its logger and to the metrics. Exceptions of the logger or of a listener have no effect on the store. Thread-safe.
/// </summary>
internal sealed class StoreReporter
{
    public const string EngineTag = "workflow.store.engine";

    private readonly ILogger _logger;
    private readonly TimeProvider _clock;
    private readonly KeyValuePair<string, object?> _tag;
    private readonly string _schema;
    private readonly string _database;
    private readonly string _server;
    private readonly List<Func<int>> _queues = [];

    /// <summary>Creates the reporter of a store.</summary>
    /// <param name="source">The source of the connections; only the names of its database and server are read.</param>
    /// <param name="schema">The name of the schema.</param>
    /// <param name="logger">The logger; null for none.</param>
    /// <param name="clock">Measures durations.</param>
    public StoreReporter(DbDataSource source, string schema, ILogger? logger, TimeProvider clock)
    {
        using DbConnection connection = source.CreateConnection();
        _schema = schema;
        _database = connection.Database;
        _server = connection.DataSource;
        _logger = logger ?? NullLogger.Instance;
        _clock = clock;
        Engine = EngineOf(connection);
        _tag = new(EngineTag, Engine);
        StoreMeter.Add(this);
    }

    /// <summary>The kind of the database, which is the tag of all metrics.</summary>
    public string Engine { get; }

    /// <summary>Adds a queue whose length is measured.</summary>
    public void Watch(Func<int> length)
    {
        lock (_queues)
        {
            _queues.Add(length);
        }
    }

    /// <summary>Returns the number of waiting calls.</summary>
    public int QueueLength()
    {
        lock (_queues)
        {
            return _queues.Sum(length => length());
        }
    }

    /// <summary>Returns the timestamp of the start of a flush; 0 if the duration is not measured.</summary>
    public long BeginFlush() => StoreMeter.FlushDuration.Enabled ? _clock.GetTimestamp() : 0;

    /// <summary>Reports a committed flush.</summary>
    public void EndFlush(int calls, long begin)
    {
        if (begin != 0 || StoreMeter.FlushRows.Enabled)
        {
            Measure(calls, begin);
        }
    }

    /// <summary>Reports that the schema was created or upgraded, if its version has changed. Version 0 means that there was no schema.</summary>
    public void SchemaChanged(long from, long to) => Report(() =>
    {
        if (from == 0)
        {
            StoreLog.SchemaCreated(_logger, _schema, _database, _server, to);
        }
        else if (from != to)
        {
            StoreLog.SchemaUpgraded(_logger, _schema, _database, _server, from, to);
        }
    });

    public void Repeated(int attempt, int maxRetries, Exception failure) => Report(() =>
    {
        StoreMeter.Retries.Add(1, _tag);
        StoreLog.CallRepeated(_logger, _database, _server, attempt, maxRetries, FirstLineOf(failure));
    });

    public void ConnectionBroken(Exception failure) =>
        Report(() => StoreLog.ConnectionBroken(_logger, _database, _server, FirstLineOf(failure)));

    public void OwnerLost(string name, Guid id) => Report(() => StoreLog.OwnerLost(_logger, name, id, _database, _server));

    public void LockLost(Guid instanceId, string ownerName, Guid ownerId, long lockVersion) => Report(() =>
    {
        StoreMeter.LocksLost.Add(1, _tag);
        StoreLog.LockLost(_logger, instanceId, _database, _server, ownerName, ownerId, lockVersion);
    });

    public void RowDamaged(string reason) => Report(() => StoreLog.RowDamaged(_logger, _database, _server, reason));

    public void Purged(long count) => Report(() =>
    {
        if (count > 0)
        {
            StoreLog.InstancesPurged(_logger, count, _database, _server);
        }
    });

    public void PromotedNameUnseen(string promotion, string name) =>
        Report(() => StoreLog.PromotedNameUnseen(_logger, name, promotion, _database, _server));

    private void Measure(int calls, long begin) => Report(() =>
    {
        StoreMeter.FlushRows.Record(calls, _tag);
        if (begin != 0)
        {
            StoreMeter.FlushDuration.Record(_clock.GetElapsedTime(begin).TotalSeconds, _tag);
        }
    });

    private static void Report(Action report)
    {
        try
        {
            report();
        }
        catch (Exception)
        {
            // The logger and the listeners belong to the application. Their exceptions must not fail a save that was written.
        }
    }

    /// <summary>
    /// Returns the first line of the message. A server may add lines with values of a row, if the application has configured its driver to request them.
    /// </summary>
    private static string FirstLineOf(Exception failure)
    {
        int end = failure.Message.AsSpan().IndexOfAny('\r', '\n');
        return end < 0 ? failure.Message : failure.Message[..end];
    }

    private static string EngineOf(DbConnection connection) => connection.GetType().Name switch
    {
        "SqliteConnection" => "sqlite",
        "NpgsqlConnection" => "postgresql",
        "SqlConnection" => "sqlserver",
        string other => other,
    };
}
