using System.Collections;
using System.Data.Common;
using System.Runtime.CompilerServices;
using System.Transactions;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Writes records with the pending work of their instances, or immediately. Thread-safe.</summary>
internal sealed class TrackingWriter(TrackingDatabase database, Func<CancellationToken, Task<DbConnection>>? transactionConnection) : IPendingWork
{
    private const int MostAttempts = 5, MostWaiting = 1000;
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(100);

    /// <summary>Writes rows that were added to the pending work of an instance, in the transaction of its save.</summary>
    public void Commit(Transaction transaction, ICollection items) => BlockingCall.Wait(async () =>
    {
        TrackingRow[] rows = [.. items.Cast<TrackingRow>()];
        if (transactionConnection is not null)
        {
            // The connection stays open until the transaction ends, so it is not disposed here.
            DbConnection shared = await transactionConnection(CancellationToken.None).ConfigureAwait(false);
            await WriteAsync(shared, null, rows).ConfigureAwait(false);
            return;
        }

        DbConnection own = await database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable ownEnd = own.ConfigureAwait(false);
        own.EnlistTransaction(transaction);
        await WriteAsync(own, null, rows).ConfigureAwait(false);
    });

    public void Complete(bool succeeded, ICollection items)
    {
    }

    /// <summary>
    /// Returns true if too many records wait. Records normally wait for the next save, but the records of an instance that is not saved for a long time would
    /// fill memory.
    /// </summary>
    public bool MustCommit(ICollection items) => items.Count >= MostWaiting;

    /// <summary>Writes a row immediately, outside of the caller's transaction.</summary>
    public void WriteNow(TrackingRow row, bool retries) => BlockingCall.WaitApart(async () =>
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await WriteAloneAsync(row).ConfigureAwait(false);
                return true;
            }
            catch (DbException exception) when (retries && exception.IsTransient && attempt < MostAttempts)
            {
                await Task.Delay(FirstDelay * attempt, TimeProvider.System).ConfigureAwait(false);
            }
        }
    });

    private async Task WriteAloneAsync(TrackingRow row)
    {
        DbConnection connection = await database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable connectionEnd = connection.ConfigureAwait(false);
        DbTransaction transaction = await connection.BeginTransactionAsync().ConfigureAwait(false);
        await using ConfiguredAsyncDisposable transactionEnd = transaction.ConfigureAwait(false);
        await WriteAsync(connection, transaction, [row]).ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
    }

    private async Task WriteAsync(DbConnection connection, DbTransaction? transaction, TrackingRow[] rows)
    {
        foreach (IGrouping<Guid, TrackingRow> instance in rows.GroupBy(static row => row.Instance.InstanceId))
        {
            await WriteInstanceAsync(connection, transaction, instance.First(), instance.LastOrDefault(static row => row.Status is not null))
                .ConfigureAwait(false);
        }

        await database.InsertAsync(
            connection,
            transaction,
            "workflow_tracking_events",
            TrackingRow.EventColumns,
            [.. rows.Select(static row => row.Event)],
            CancellationToken.None).ConfigureAwait(false);
        await database.InsertAsync(
            connection,
            transaction,
            "workflow_tracking_data",
            TrackingRow.DataColumns,
            [.. rows.SelectMany(static row => row.Data)],
            CancellationToken.None).ConfigureAwait(false);
    }

    private async Task WriteInstanceAsync(DbConnection connection, DbTransaction? transaction, TrackingRow first, TrackingRow? status)
    {
        (string, object?) id = ("@instance_id", first.Instance.InstanceId);
        int changed = status is null ? 0 : await database.ExecuteAsync(
            connection,
            transaction,
            "UPDATE workflow_tracking_instances SET status = @status, status_time = @time WHERE instance_id = @instance_id",
            [id, ("@status", (int)status.Status!), ("@time", status.Time)],
            CancellationToken.None).ConfigureAwait(false);
        if (changed > 0)
        {
            return;
        }

        DbCommand find = database.Command(connection, transaction, "SELECT 1 FROM workflow_tracking_instances WHERE instance_id = @instance_id", [id]);
        await using ConfiguredAsyncDisposable findEnd = find.ConfigureAwait(false);
        if (await find.ExecuteScalarAsync().ConfigureAwait(false) is not null)
        {
            return;
        }

        TrackingParameters instance = first.Instance;
        object?[] row =
        [
            instance.InstanceId, ProfileTypes.NameOf(instance.WorkflowType), instance.CallerInstanceId == Guid.Empty ? null : instance.CallerInstanceId,
            instance.CallPath.Count == 0 ? null : string.Join('/', instance.CallPath), first.Time,
            (int)(status?.Status ?? WorkflowStatus.Running), (status ?? first).Time,
        ];
        await database.InsertAsync(
            connection,
            transaction,
            "workflow_tracking_instances",
            ["instance_id", "workflow_type", "caller_instance_id", "call_path", "initialized", "status", "status_time"],
            [row],
            CancellationToken.None).ConfigureAwait(false);
    }
}
