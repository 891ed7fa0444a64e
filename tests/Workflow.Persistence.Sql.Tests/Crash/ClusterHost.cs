using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>
/// A host of a cluster: runs instances whose timers are due, and delivers messages to those that wait for one. Each instance writes rows of the application in transactions of its own.
/// </summary>
/// <param name="target">The database.</param>
/// <param name="source">The connections of the host to it.</param>
/// <param name="store">The store of the host.</param>
/// <param name="name">The name of its owner.</param>
/// <param name="survives">Whether the host goes on after a failure; null: it ends with each.</param>
internal sealed class ClusterHost(CrashTarget target, DbDataSource source, SqlInstanceStore store, string name, Func<Exception, bool>? survives = null)
{
    /// <summary>How many rows each instance writes.</summary>
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

    /// <summary>Failures that the host has survived.</summary>
    private int _failures;

    /// <summary>Whether a call has failed because the lease of the owner has ended.</summary>
    private volatile bool _isOwnerLost;

    public int Failures => Volatile.Read(ref _failures);

    /// <summary>Starts an instance, which leaves the memory at its first timer.</summary>
    public static Task StartAsync(SqlInstanceStore store)
    {
        (WorkflowApplication application, Task left) = Create(store);
        application.Run();
        return left;
    }

    /// <summary>Runs until it is asked to stop, or until a failure that it does not survive.</summary>
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

    /// <summary>A new owner for one whose lease has ended while the database could not be reached.</summary>
    private async Task ReplaceOwnerAsync()
    {
        try
        {
            await CreateOwnerAsync();
        }
        catch (InvalidOperationException)
        {
            // Another worker has made one.
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

    /// <summary>Each worker asks for the instances in another order, so that they seldom meet at one.</summary>
    private async Task DeliverAsync()
    {
        List<object?[]> waiting = await target.ReadAsync(
            source, string.Create(CultureInfo.InvariantCulture, $"SELECT CAST(instance_id AS text) FROM workflow.active_bookmarks WHERE bookmark_name = '{Message}' ORDER BY random() LIMIT {MessagesAtOnce}"));
        foreach (object?[] row in waiting)
        {
            await DeliverAsync(Guid.Parse((string)row[0]!));
        }

        // There is no signal for a new bookmark.
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

    private static Workflow.Statements.TransactionScope Effect(int step) => new() { IsolationLevel = IsolationLevel.ReadCommitted, Body = new AddEffect { Step = step } };

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

    /// <summary>Waits for a message, which says to whom it was sent.</summary>
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
