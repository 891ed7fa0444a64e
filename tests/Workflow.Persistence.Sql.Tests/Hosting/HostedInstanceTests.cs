using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>Runs complete workflows on the store through the public API only.</summary>
public sealed class HostedInstanceTests
{
    private static SqlInstanceStoreOptions Options =>
        new() { StateEncoding = StateEncoding.Brotli, Promotions = { ["Order"] = new() { Texts = { "customer" }, Numbers = { "step" } } } };

    [Fact]
    public async Task Instance_Unloaded_IsVisibleInSqlAndContinuesInOtherStore()
    {
        await using SqliteFile file = new();
        Guid id = await StartAsync(await file.StoreAsync(Options), Definition());
        Assert.Equal(
            ["Idle", "[decide: Decision]", null],
            Assert.Single(file.Read($"SELECT status, active_bookmarks, owner_id FROM workflow_instances WHERE instance_id = '{id}'")));
        Assert.Equal(
            ["customer=Contoso", "step=1"],
            file.Read("SELECT name || '=' || coalesce(text_value, number_value) FROM workflow_promoted_properties ORDER BY name").Select(row => row[0]));

        WorkflowApplication application = new(Definition()) { InstanceStore = await file.StoreAsync(Options) };
        await application.LoadAsync(id);
        await application.ResumeBookmarkAsync("decide", "yes");
        WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal("yes", completion.Outputs["Result"]);
        Assert.Empty(file.Read("SELECT * FROM workflow_instances"));
    }

    [Fact]
    public async Task LoadRunnableAsync_OtherHost_CompletesUnloadedInstances()
    {
        const int Count = 40;
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options);
        for (int i = 0; i < Count; i++)
        {
            await StartAsync(store, Delayed());
        }

        Assert.Equal((long)Count, file.ReadValue("SELECT count(*) FROM workflow_instances WHERE due IS NOT NULL"));
        SqlInstanceStore host = await file.StoreAsync(Options);
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(host, null, WorkflowIdentityFilter.Any, CancellationToken.None);
        int completed = 0;
        while (completed < Count)
        {
            await host.WaitForRunnableAsync(host.DefaultOwner!, CancellationToken.None).WaitAsync(HangGuard.Limit);
            WorkflowApplication application = new(Delayed()) { InstanceStore = host };
            await application.LoadRunnableAsync(CancellationToken.None);
            application.Run();
            Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
            completed++;
        }

        Assert.Empty(file.Read("SELECT * FROM workflow_instances"));
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(host, CancellationToken.None);
    }

    /// <summary>
    /// A participant that requires a transaction writes a row of the application on the connection of the store. The row and the save commit together, or
    /// neither commits.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Participant_InSaveTransaction_CommitsWithSave(bool fails)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options);
        file.Run("CREATE TABLE app (id TEXT)");
        WorkflowApplication application = new(Definition()) { InstanceStore = store };
        application.Extensions.Add(new Rows(store, application.Id, fails));
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        Exception? failure = await Record.ExceptionAsync(() => application.PersistAsync().WaitAsync(HangGuard.Limit));
        Assert.Equal(fails, failure is not null);
        Assert.Equal(fails ? 0L : 1L, file.ReadValue("SELECT count(*) FROM app"));
        Assert.Equal(fails ? 0L : 1L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
        application.Abort("the test is over");
    }

    private static async Task<Guid> StartAsync(InstanceStore store, Activity definition)
    {
        TaskCompletionSource<Guid> left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(definition)
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = args => left.TrySetResult(args.InstanceId),
            Aborted = args => left.TrySetException(args.Reason!),
        };
        application.Run();
        return await left.Task.WaitAsync(HangGuard.Limit);
    }

    private static Decision Definition() => new();

    private static Sequence Delayed() => new() { Activities = { new Delay { Duration = TimeSpan.FromMilliseconds(1) } } };

    private sealed class Decision : NativeActivity<string>
    {
        private readonly Variable<string> _customer = new("customer", "Contoso") { Modifiers = VariableModifiers.Mapped };
        private readonly Variable<int> _step = new("step", 1) { Modifiers = VariableModifiers.Mapped };

        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            metadata.AddImplementationVariable(_customer);
            metadata.AddImplementationVariable(_step);
        }

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

        private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Result?.Set(context, (string)value!);
    }

    private sealed class Rows(SqlInstanceStore store, Guid id, bool fails)
        : PersistenceIOParticipant(isSaveTransactionRequired: true, isLoadTransactionRequired: false)
    {
        protected override async Task OnSaveAsync(
            IDictionary<XName, object?> readWriteValues,
            IDictionary<XName, object?> writeOnlyValues,
            CancellationToken cancellationToken)
        {
            Assert.NotNull(Transaction.Current);
            await using System.Data.Common.DbCommand command = (await store.GetTransactionConnectionAsync(cancellationToken)).CreateCommand();
            command.CommandText = $"INSERT INTO app VALUES ('{id}')";
            await command.ExecuteNonQueryAsync(cancellationToken);
            if (fails)
            {
                throw new InvalidOperationException("The row is refused.");
            }
        }

        protected override void Abort()
        {
        }
    }
}
