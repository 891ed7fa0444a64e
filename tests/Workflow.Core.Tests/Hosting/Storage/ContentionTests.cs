using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Instances that are aborted because their transactions conflict with other transactions.</summary>
[Rule("10.3.3")]
public sealed class ContentionTests
{
    private readonly VirtualTimeProvider _time = new();
    private readonly ContendedStore _store;

    public ContentionTests() => _store = new ContendedStore(new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
    {
        TimeProvider = _time,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
    }));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Abort_ByContention_CountsNoFailure(bool isContention)
    {
        Failing root = new(() => isContention ? new TransactionAbortedException("aborted", new ContentionException()) : new InvalidOperationException("other"));
        WorkflowApplication first = new(root) { InstanceStore = _store };
        await first.UnloadAsync().WaitAsync(HangGuard.Limit);
        await AbortLoadedAsync(root);
        InstanceSummary summary = await ReleasedAsync();
        Assert.Equal((isContention ? 0 : 1, isContention), (summary.FailureCount, summary.LastFailure is null));
    }

    /// <summary>If <c>IsContention</c> of the store throws, the failure counts like any other.</summary>
    [Fact]
    public async Task Abort_IsContentionThrows_CountsAFailure()
    {
        _store.Throws = true;
        Failing root = new(() => new ContentionException());
        WorkflowApplication first = new(root) { InstanceStore = _store };
        await first.UnloadAsync().WaitAsync(HangGuard.Limit);
        await AbortLoadedAsync(root);
        Assert.Equal(1, (await ReleasedAsync()).FailureCount);
    }

    private async Task AbortLoadedAsync(Activity root)
    {
        WorkflowApplication application = new(root) { InstanceStore = _store, OnUnhandledException = _ => UnhandledExceptionAction.Abort };
        await application.LoadRunnableAsync(CancellationToken.None).WaitAsync(HangGuard.Limit);
        application.Run();
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
    }

    private async Task<InstanceSummary> ReleasedAsync()
    {
        while (true)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            InstanceSummary summary = Assert.Single(await _store.QueryAsync(new InstanceQuery(), CancellationToken.None).ToListAsync());
            if (summary.OwnerId is null)
            {
                return summary;
            }

            await Task.Yield();
        }
    }

    private sealed class Failing(Func<Exception> failure) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => throw failure();
    }

    private sealed class ContentionException : Exception;

    private sealed class ContendedStore(InstanceStore store) : DelegatingInstanceStore(store)
    {
        public bool Throws { get; set; }

        public override bool IsContention(Exception failure) =>
            Throws ? throw new InvalidOperationException("cannot tell") : failure is ContentionException or { InnerException: ContentionException };
    }
}
