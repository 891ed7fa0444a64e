using System.Data.Common;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of applications that start and resume instances in a transaction that the application has begun.</summary>
public abstract class ApplicationHostTests : ApplicationTransactionSuite
{
    private static readonly TimeSpan Limit = HangGuard.Limit;

    private protected ApplicationHostTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    /// <summary>The application does not run the instance. A host runs it after the commit.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task UnloadAsync_BeforeRun_RunsAfterCommit(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        Question question = new();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            WorkflowApplication application = new(question) { InstanceStore = bound };
            await application.UnloadAsync();
        }

        Assert.Equal(0, question.Asked);
        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await AssertThereAsync(commits ? 1 : 0, commits ? 1 : 0);
        WorkflowApplication host = new(question) { InstanceStore = store };
        Exception? failure = await Record.ExceptionAsync(() => host.LoadRunnableAsync(None));
        Assert.Equal(commits, failure is null);
        if (commits)
        {
            await AnswerAsync(host);
            await EventuallyWithoutOwnersAsync(store);
            await AssertThereAsync(1, 0);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task UnloadAsync_StartedInstance_WaitsAfterCommit(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        Guid id;
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            id = await StartAsync(bound);
        }

        await AssertThereAsync(0, 0);
        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await AssertThereAsync(commits ? 1 : 0, commits ? 1 : 0);
        WorkflowApplication application = new(new Question()) { InstanceStore = store };
        if (commits)
        {
            await application.LoadAsync(id);
            await AnswerAsync(application);
        }
        else
        {
            await Assert.ThrowsAsync<InstanceNotReadyException>(() => application.LoadAsync(id));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ResumeBookmarkAsync_InTransaction_TakesEffectWithCommit(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await StartAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            WorkflowApplication application = new(new Question()) { InstanceStore = bound };
            await application.LoadAsync(id);
            await AnswerAsync(application);
        }

        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await EventuallyWithoutOwnersAsync(store);
        await AssertThereAsync(commits ? 1 : 0, commits ? 0 : 1);
        if (!commits)
        {
            // The instance waits at the same bookmark as before, and no owner holds it.
            WorkflowApplication again = new(new Question()) { InstanceStore = store };
            await again.LoadAsync(id);
            await AnswerAsync(again);
        }
    }

    /// <summary>The instance stays in memory when its transaction ends. It must not be saved as if its lock were still valid.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ResumeBookmarkAsync_TransactionEnded_AbortsInstance(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        WorkflowApplication application = await WaitingAsync(bound);
        await application.PersistAsync();
        if (commits)
        {
            await bound.DisposeAsync();
        }

        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await application.ResumeBookmarkAsync("question", "answer");
        WorkflowApplicationAbortedException aborted = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(
            () => application.Completion.WaitAsync(Limit));
        Assert.Contains("has ended", aborted.InnerException?.Message ?? aborted.Message, StringComparison.Ordinal);
        await AssertThereAsync(commits ? 1 : 0, commits ? 1 : 0);
        if (commits)
        {
            WorkflowApplication again = new(new Question()) { InstanceStore = store };
            await again.LoadAsync(application.Id);
            await AnswerAsync(again);
        }
    }

    [Fact]
    public async Task Renewal_TransactionEnded_AbortsInstance()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        WorkflowApplication application = await WaitingAsync(store.UseTransaction(transaction));
        await application.PersistAsync();
        Database.Clock.Advance(Conformance.ServerStore.Period);
        await transaction.RollbackAsync();
        Database.Clock.Advance(Conformance.ServerStore.Period);
        WorkflowApplicationAbortedException aborted = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(
            () => application.Completion.WaitAsync(Limit));
        Assert.IsType<InstanceOwnerException>(aborted.InnerException);
        await AssertThereAsync(0, 0);
    }

    /// <summary>Hosts release locks in the background, at a time when the application may use its connection.</summary>
    [Fact]
    public async Task Abort_InTransaction_UnlocksInstance()
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await StartAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            WorkflowApplication application = new(new Question()) { InstanceStore = bound };
            await application.LoadAsync(id);
            application.Abort("test");
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(Limit));
            await InsertAsync(transaction);
        }

        await transaction.CommitAsync();
        await EventuallyWithoutOwnersAsync(store);
        await AssertThereAsync(2, 1);
        WorkflowApplication again = new(new Question()) { InstanceStore = store };
        await again.LoadAsync(id);
        await AnswerAsync(again);
    }

    [Fact]
    public async Task AbandonAsync_OtherDefinition_UnlocksInstance()
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await StartAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            WorkflowApplicationInstance instance = await WorkflowApplication.GetInstanceAsync(id, bound);
            WorkflowApplication other = new(new Question(), new WorkflowIdentity("Other", new Version(1, 0), null)) { InstanceStore = bound };
            await Assert.ThrowsAsync<VersionMismatchException>(() => other.LoadAsync(instance));
            await instance.AbandonAsync();
        }

        await transaction.CommitAsync();
        WorkflowApplication again = new(new Question()) { InstanceStore = store };
        await again.LoadAsync(id);
        await AnswerAsync(again);
    }

    /// <summary>With an I/O participant, the host unlocks the instance after the save.</summary>
    [Fact]
    public async Task UnloadAsync_IOParticipant_UnlocksInstance()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        Guid id;
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            WorkflowApplication application = await WaitingAsync(bound, new Files());
            await application.UnloadAsync();
            id = application.Id;
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 1);
        WorkflowApplication again = new(new Question()) { InstanceStore = store };
        await again.LoadAsync(id);
        await AnswerAsync(again);
    }

    private static async Task<Guid> StartAsync(InstanceStore store)
    {
        WorkflowApplication application = await WaitingAsync(store);
        await application.UnloadAsync();
        return application.Id;
    }

    /// <summary>Starts an instance, and returns its application when the instance waits in memory.</summary>
    private static async Task<WorkflowApplication> WaitingAsync(InstanceStore store, object? extension = null)
    {
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(new Question()) { InstanceStore = store, Idle = _ => idle.TrySetResult() };
        if (extension is not null)
        {
            application.Extensions.Add(extension);
        }

        application.Run();
        await idle.Task.WaitAsync(Limit);
        return application;
    }

    private static async Task AnswerAsync(WorkflowApplication application)
    {
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("question", "answer"));
        Assert.Equal("answer", (await application.Completion.WaitAsync(Limit)).Outputs["Result"]);
    }

    /// <summary>Waits until no owner is left. Applications delete their owners in the background.</summary>
    private async Task EventuallyWithoutOwnersAsync(SqlInstanceStore store)
    {
        while (await Database.CountAsync("workflow.owner") > 0)
        {
            // Each call of a store also deletes the owners whose leases have expired.
            await store.DeleteOwnerAsync(await OwnerAsync(store), None);
        }
    }

    private sealed class Question : NativeActivity<string>
    {
        private int _asked;

        public int Asked => _asked;

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context)
        {
            Interlocked.Increment(ref _asked);
            context.CreateBookmark("question", OnAnswered);
        }

        private void OnAnswered(NativeActivityContext context, Bookmark bookmark, object? value) => Result?.Set(context, (string)value!);
    }

    private sealed class Files() : PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        protected override async Task OnSaveAsync(
            IDictionary<XName, object?> readWriteValues,
            IDictionary<XName, object?> writeOnlyValues,
            CancellationToken cancellationToken) => await Task.Yield();

        protected override void Abort()
        {
        }
    }
}
