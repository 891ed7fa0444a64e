using System.Data.Common;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Documents;

/// <summary>Runs the methods of the page persistence-sql.md for transactions of the application.</summary>
public sealed class ApplicationTransactionDocumentTests
{
    [Fact]
    public async Task DocumentMethods_StartAndResumeInstance()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        file.Run("CREATE TABLE orders (instance_id TEXT)");
        await using DbConnection connection = await file.Source.OpenConnectionAsync();
        Guid id = await PersistenceSqlSnippet.PlaceOrderAsync(store, connection, new Approval(), CancellationToken.None);
        Assert.Equal("Executing", file.ReadValue("SELECT i.status FROM orders o JOIN workflow_instances i ON i.instance_id = o.instance_id"));

        TaskCompletionSource unloaded = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication host = new(new Approval())
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = _ => unloaded.TrySetResult()
        };
        await host.LoadRunnableAsync(CancellationToken.None);
        host.Run();
        await unloaded.Task.WaitAsync(HangGuard.Limit);

        await using DbTransaction transaction = await connection.BeginTransactionAsync();
        await PersistenceSqlSnippet.ApproveAsync(store, transaction, new Approval(), id, CancellationToken.None);
        await transaction.CommitAsync();
        Assert.DoesNotContain("approve", file.ReadValue("SELECT active_bookmarks FROM workflow_instances") as string ?? string.Empty, StringComparison.Ordinal);
    }

    private sealed class Approval : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("approve", OnApproved);

        private void OnApproved(NativeActivityContext context, Bookmark bookmark, object? value) => Assert.Equal(true, value);
    }
}
