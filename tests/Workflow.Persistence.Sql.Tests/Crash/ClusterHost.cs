using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// A host of a cluster. It runs instances whose timers are due, and delivers messages to instances that wait for one. Each instance writes rows of the
/// application in its own transactions.
/// </summary>
/// <param name="target">The database.</param>
/// <param name="source">The data source through which the host reads the database.</param>
/// <param name="store">The store of the host.</param>
/// <param name="name">The name of the owner of the host.</param>
/// <param name="survives">Returns true if the host continues after a failure. Null if every failure ends the host.</param>
internal sealed class ClusterHost(CrashTarget target, DbDataSource source, SqlInstanceStore store, string name, Func<Exception, bool>? survives = null)
{
    /// <summary>The number of rows that each instance writes.</summary>
    public const int Effects = 3;

    private const int TimerWorkers = 6, MessageWorkers = 3, MessagesAtOnce = 20;

    private const string Message = "message";

    private static readonly Activity Definition = new Sequence
    {
        Activities =
        {
            new Delay { Duration = TimeSpan.FromMilliseconds(1) },
            Effect(1),
            new WaitForMessage(),
            Effect(2),
            new Delay { Duration = TimeSpan.FromMilliseconds(1) },
            Effect(3),
        },
    };

    /// <summary>The number of failures that the host has survived.</summary>
    private int _failures;

    /// <summary>True if a call has failed because the lease of the owner has expired.</summary>
    private volatile bool _isOwnerLost;

    public int Failures => Volatile.Read(ref _failures);

    /// <summary>Starts an instance. The task completes when the instance is unloaded at its first timer.</summary>
    public static Task StartAsync(SqlInstanceStore store)
    {
        (WorkflowApplication application, Task left) = Create(store);
        application.Run();
        return left;
    }

    /// <summary>Runs instances until 'stop' completes, or until a failure that the host does not survive.</summary>
    public async Task RunAsync(Task stop)
    {
        await GuardedAsync(CreateOwnerAsync, untilDone: true);
        using CancellationTokenSource stopping = new();
        Task[] workers =
        [
            .. Enumerable.Range(0, TimerWorkers).Select(_ => Task.Run(() => RepeatAsync(() => RunNextAsync(stopping.Token), stopping.Token))),
            .. Enumerable.Range(0, MessageWorkers).Select(_ => Task.Run(() => RepeatAsync(DeliverAsync, stopping.Token))),
        ];
        await Task.WhenAny([stop, .. workers]);
        await stopping.CancelAsync();
        await Task.WhenAll(workers);
        await GuardedAsync(() => WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store), untilDone: true);
    }

    private Task CreateOwnerAsync() => WorkflowApplication.CreateDefaultInstanceOwnerAsync(
        store, new InstanceOwnerOptions { Name = name, Filter = WorkflowIdentityFilter.Any, FirstRetryDelay = TimeSpan.Zero, MaxFailures = int.MaxValue });

    /// <summary>Creates a new owner after the lease of the previous owner expired while the database was not reachable.</summary>
    private async Task ReplaceOwnerAsync()
    {
        try
        {
            await CreateOwnerAsync();
        }
        catch (InvalidOperationException)
        {
            // Another worker has already created an owner.
        }
    }

    private async Task RepeatAsync(Func<Task> step, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await GuardedAsync(step, untilDone: false);
            if (_isOwnerLost)
            {
                _isOwnerLost = false;
                await GuardedAsync(ReplaceOwnerAsync, untilDone: true);
            }
        }
    }

    private async Task GuardedAsync(Func<Task> step, bool untilDone)
    {
        while (true)
        {
            try
            {
                await step();
                return;
            }
            catch (Exception failure) when (survives?.Invoke(failure) == true)
            {
                Interlocked.Increment(ref _failures);
                _isOwnerLost |= failure is InstanceOwnerException;
                if (!untilDone)
                {
                    return;
                }
            }
        }
    }

    private async Task RunNextAsync(CancellationToken stop)
    {
        (WorkflowApplication application, Task left) = Create(store);
        try
        {
            await application.LoadRunnableAsync(CancellationToken.None);
        }
        catch (InstanceNotReadyException)
        {
            try
            {
                await store.WaitForRunnableAsync(store.DefaultOwner!, stop);
            }
            catch (OperationCanceledException)
            {
                // The host stops.
            }

            return;
        }

        application.Run();
        await left;
    }

    /// <summary>Delivers messages to instances that wait. The order is random, so that workers rarely try the same instance at the same time.</summary>
    private async Task DeliverAsync()
    {
        List<object?[]> waiting = await target.ReadAsync(
            source,
            string.Create(
                CultureInfo.InvariantCulture,
                $"SELECT CAST(instance_id AS text) FROM workflow.active_bookmarks WHERE bookmark_name = '{Message}' ORDER BY random() LIMIT {MessagesAtOnce}"));
        foreach (object?[] row in waiting)
        {
            await DeliverAsync(Guid.Parse((string)row[0]!));
        }

        // Polls, because the store does not signal new bookmarks.
        await Task.Delay(TimeSpan.FromMilliseconds(waiting.Count == 0 ? 20 : 1), TimeProvider.System);
    }

    private async Task DeliverAsync(Guid id)
    {
        (WorkflowApplication application, Task left) = Create(store);
        try
        {
            await application.LoadAsync(id);
        }
        catch (Exception failure) when (failure is InstanceLockedException or InstanceNotReadyException)
        {
            // Another worker was faster.
            return;
        }

        if (await application.ResumeBookmarkAsync(Message, id.ToString()) != BookmarkResumptionResult.Success)
        {
            await application.UnloadAsync();
        }

        await left;
    }

    private static (WorkflowApplication Application, Task Left) Create(SqlInstanceStore store)
    {
        TaskCompletionSource left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(Definition)
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = _ => left.TrySetResult(),
            Aborted = args => left.TrySetException(args.Reason!),
            OnUnhandledException = args =>
            {
                left.TrySetException(args.UnhandledException);
                return UnhandledExceptionAction.Abort;
            },
        };
        return (application, left.Task);
    }

    private static Workflow.Statements.TransactionScope Effect(int step) =>
        new() { IsolationLevel = IsolationLevel.ReadCommitted, Body = new AddEffect { Step = step } };

    private sealed class AddEffect : AsyncCodeActivity
    {
        public int Step { get; init; }

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Guid id = context.WorkflowInstanceId;
            DbConnection connection = await context.GetRequiredExtension<TransactionConnections>().GetAsync(context, cancellationToken);
            await using DbCommand insert = connection.CreateCommand();
            insert.CommandText = string.Create(CultureInfo.InvariantCulture, $"INSERT INTO app_effect VALUES ('{id}', {Step})");
            await insert.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    /// <summary>Waits for a message, and checks that the message was sent to this instance.</summary>
    private sealed class WaitForMessage : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Message, OnMessage);

        private void OnMessage(NativeActivityContext context, Bookmark bookmark, object? value)
        {
            if (value as string != context.WorkflowInstanceId.ToString())
            {
                throw new InvalidOperationException($"The instance '{context.WorkflowInstanceId}' has got the message for '{value}'.");
            }
        }
    }
}
