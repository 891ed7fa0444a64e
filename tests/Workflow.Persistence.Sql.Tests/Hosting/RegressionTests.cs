using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Conformance;
using Workflow.Statements;

namespace Workflow.Persistence.Sql.Tests.Hosting;

/// <summary>
/// Runs complete workflows to test for failures that are known from comparable systems. The comment of each test states the number of its regression.
/// </summary>
public abstract class RegressionTests(TestedStore tested) : IAsyncLifetime
{
    /// <summary>The number of instances that are resumed concurrently.</summary>
    protected virtual int Burst => 300;

    private static CancellationToken None => CancellationToken.None;

    public Task InitializeAsync() => tested.InitializeAsync();

    public Task DisposeAsync() => tested.DisposeAsync();

    /// <summary>Regression 1: a child completes before the first save of its parent.</summary>
    [Fact]
    public async Task Child_CompletesBeforeFirstSaveOfParent_IsNotLost()
    {
        InstanceStore store = NewStore();
        (WorkflowApplication parent, Task left) = Create(store, Two());
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        parent.PersistableIdle = _ => PersistableIdleAction.None;
        parent.Idle = _ => idle.TrySetResult();
        parent.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        WorkflowApplication child = new(new Assigned());
        child.Run();
        WorkflowCompletion completed = await child.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await parent.ResumeBookmarkAsync("child", completed.Outputs["Result"]));
        await parent.UnloadAsync();
        await left.WaitAsync(HangGuard.Limit);
        Assert.Equal(["child=done", "later=b"], await FinishAsync(store, parent.Id, Two(), ("later", "b")));

        static Collect Two() => new() { Bookmarks = ["child", "later"] };
    }

    /// <summary>Regressions 3 and 26: a burst of resumptions for more instances than fit in one batch.</summary>
    [Fact]
    public async Task ResumeBookmarkAsync_Burst_DeliversAll()
    {
        InstanceStore store = NewStore();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Burst).Select(_ => StartAsync(store, One())));
        string[][] results = await Task.WhenAll(ids.Select(id => FinishAsync(store, id, One(), ("a", id.ToString()))));
        Assert.Equal(ids.Select(id => $"a={id}"), results.Select(Assert.Single));
        Assert.Empty(await AllAsync(store));
    }

    /// <summary>Regression 5: two events for the same bookmark arrive back to back.</summary>
    [Fact]
    public async Task ResumeBookmarkAsync_BackToBack_DeliversOnceInOrder()
    {
        InstanceStore store = NewStore();
        Guid id = await StartAsync(store, Many());
        (WorkflowApplication application, Task _) = Create(store, Many());

        // Keeps the instance in memory between the two events. Otherwise the first event can be followed by an unload.
        application.PersistableIdle = _ => PersistableIdleAction.None;
        await application.LoadAsync(id);
        Task<BookmarkResumptionResult> first = application.ResumeBookmarkAsync("many", "1"), second = application.ResumeBookmarkAsync("many", "2");
        Assert.Equal([BookmarkResumptionResult.Success, BookmarkResumptionResult.Success], await Task.WhenAll(first, second));
        await application.UnloadAsync();
        Assert.Equal(["many=1", "many=2", "many=end"], await FinishAsync(store, id, Many(), ("many", "end")));

        static Collect Many() => new() { Bookmarks = ["many"], Last = "end" };
    }

    /// <summary>Regression 7: a wide fan-out with saves between the completions.</summary>
    [Fact]
    public async Task FanOut_AcrossSaves_RecordsEachCompletionOnce()
    {
        string[] names = [.. Enumerable.Range(0, 1000).Select(number => $"b{number}")];
        InstanceStore store = NewStore();
        Guid id = await StartAsync(store, Wide());
        foreach (string[] part in names.Chunk(400))
        {
            (WorkflowApplication application, Task left) = Create(store, Wide());
            await application.LoadAsync(id);
            application.PersistableIdle = _ => PersistableIdleAction.None;
            await Task.WhenAll(part.SkipLast(1).Select(name => application.ResumeBookmarkAsync(name, name)));
            application.PersistableIdle = _ => PersistableIdleAction.Unload;
            await application.ResumeBookmarkAsync(part[^1], part[^1]);
            if (part[^1] == names[^1])
            {
                WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
                Assert.Equal(names.Select(name => $"{name}={name}").Order(), ((List<string>)completion.Outputs["Result"]!).Order());
            }
            else
            {
                await left.WaitAsync(HangGuard.Limit);
                Assert.Equal(names.Length - Array.IndexOf(names, part[^1]) - 1, Assert.Single(await AllAsync(store)).Bookmarks.Count);
            }
        }

        Collect Wide() => new() { Bookmarks = names };
    }

    /// <summary>Regression 11: collections, records, nested generics, null, and subclasses of collections.</summary>
    [Fact]
    public async Task LoadAsync_VariablesOfEveryKind_KeepValues()
    {
        InstanceStore store = NewStore();
        Guid id = await StartAsync(store, new KeepValues());
        Assert.Equal(KeepValues.Expected, await FinishAsync(store, id, new KeepValues(), ("go", "")));
    }

    /// <summary>Regression 11: a value that cannot be saved fails the save with the name of its variable, and the instance stays in memory.</summary>
    [Fact]
    public async Task PersistAsync_UnsavableVariable_ThrowsWithName()
    {
        InstanceStore store = NewStore();
        (WorkflowApplication application, Task _) = Create(store, new KeepValues { Unsavable = new MemoryStream() });
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.PersistableIdle = _ => PersistableIdleAction.None;
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => application.PersistAsync());
        Assert.Contains("'unsavable'", refused.Message, StringComparison.Ordinal);
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("go", ""));
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
    }

    /// <summary>Regression 13: a stimulus that several senders send at once resumes one bookmark once.</summary>
    [Fact]
    public async Task Stimulus_ConcurrentSenders_ResumesOnce()
    {
        InstanceStore store = NewStore();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        Guid id = await StartAsync(store, One());
        string?[] results = await Task.WhenAll(Enumerable.Range(0, 8).Select(number => Task.Run(async () =>
        {
            try
            {
                return Assert.Single(await FinishAsync(store, id, One(), ("a", $"{number}")));
            }
            catch (Exception failure) when (failure is InstanceLockedException or InstanceNotReadyException or InstanceCompleteException)
            {
                return null;
            }
        })));
        Assert.Single(results, result => result is not null);
    }

    /// <summary>Regression 18: a workflow sends a signal to itself while it holds its own lock.</summary>
    [Fact]
    public async Task LoadAsync_OwnInstance_ThrowsWithoutHang()
    {
        InstanceStore store = NewStore();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        Sequence definition = new() { Activities = { new Persist(), new SignalItself { Store = store } } };
        (WorkflowApplication application, Task _) = Create(store, definition);
        application.Run();
        Assert.Equal(ActivityInstanceState.Closed, (await application.Completion.WaitAsync(HangGuard.Limit)).State);
    }

    /// <summary>Regression 29: loading with a changed definition fails each time, and the row stays unchanged.</summary>
    [Fact]
    public async Task LoadAsync_ChangedDefinition_ThrowsAndKeepsRow()
    {
        InstanceStore store = NewStore();
        Guid id = await StartAsync(store, One());
        for (int attempt = 1; attempt <= 3; attempt++)
        {
            (WorkflowApplication application, Task _) = Create(store, new Sequence { Activities = { new Persist(), One() } });
            await Assert.ThrowsAnyAsync<Exception>(() => application.LoadAsync(id));
        }

        Assert.Equal("a", Assert.Single(Assert.Single(await AllAsync(store)).Bookmarks).Name);
        Assert.Equal(["a=1"], await FinishAsync(store, id, One(), ("a", "1")));
    }

    /// <summary>Regression 35: completed instances leave nothing in memory.</summary>
    [Fact]
    public async Task Instances_Completed_AreGarbageCollected()
    {
        InstanceStore store = NewStore();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any);
        List<WeakReference> completed = [];
        for (int i = 0; i < 50; i++)
        {
            completed.Add(await CompletedAsync(store));
        }

        // A stack can still reference the last instance.
        Assert.True(await Garbage.FreesAsync(() => completed.Count(reference => reference.IsAlive) <= 1));
    }

    private static async Task<WeakReference> CompletedAsync(InstanceStore store)
    {
        Guid id = await StartAsync(store, One());
        (WorkflowApplication application, Task _) = Create(store, One());
        await application.LoadAsync(id);
        await application.ResumeBookmarkAsync("a", "1");
        await application.Completion.WaitAsync(HangGuard.Limit);
        return new WeakReference(application);
    }

    private static Collect One() => new() { Bookmarks = ["a"] };

    private InstanceStore NewStore() => tested.Create(InstanceCompletionAction.DeleteAll)!;

    private static (WorkflowApplication Application, Task<Guid> Left) Create(InstanceStore store, Activity definition)
    {
        TaskCompletionSource<Guid> left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(definition)
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = args => left.TrySetResult(args.InstanceId),
            Aborted = args => left.TrySetException(args.Reason!),
        };
        return (application, left.Task);
    }

    private static async Task<Guid> StartAsync(InstanceStore store, Activity definition)
    {
        (WorkflowApplication application, Task<Guid> left) = Create(store, definition);
        application.Run();
        return await left.WaitAsync(HangGuard.Limit);
    }

    /// <summary>Loads an instance, resumes bookmarks, and returns the values that the instance has collected.</summary>
    private static async Task<string[]> FinishAsync(InstanceStore store, Guid id, Activity definition, params (string Bookmark, string Value)[] resumptions)
    {
        (WorkflowApplication application, Task _) = Create(store, definition);
        await application.LoadAsync(id);
        foreach ((string bookmark, string value) in resumptions)
        {
            Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync(bookmark, value));
        }

        WorkflowCompletion completion = await application.Completion.WaitAsync(HangGuard.Limit);
        return completion.Outputs.TryGetValue("Result", out object? collected) ? [.. (List<string>)collected!] : [];
    }

    private static async Task<List<InstanceSummary>> AllAsync(InstanceStore store)
    {
        List<InstanceSummary> all = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), None))
        {
            all.Add(summary);
        }

        return all;
    }

    /// <summary>Waits at bookmarks, and collects the values of their resumptions in a variable that is saved.</summary>
    private sealed class Collect : NativeActivity<List<string>>
    {
        private readonly Variable<List<string>> _collected = new("collected");

        public IReadOnlyList<string> Bookmarks { get; init; } = [];

        /// <summary>The value that removes all bookmarks. Null if each bookmark is resumed once.</summary>
        public string? Last { get; init; }

        protected override bool CanInduceIdle => true;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            metadata.AddImplementationVariable(_collected);
        }

        protected override void Execute(NativeActivityContext context)
        {
            _collected.Set(context, []);
            foreach (string name in Bookmarks)
            {
                context.CreateBookmark(name, OnResumed, Last is null ? BookmarkOptions.None : BookmarkOptions.MultipleResume);
            }
        }

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
            List<string> collected = _collected.Get(context)!;
            collected.Add($"{bookmark.Name}={value}");
            if (value as string == Last)
            {
                context.RemoveAllBookmarks();
            }

            Result?.Set(context, collected);
        }
    }

    private sealed class Assigned : CodeActivity<string>
    {
        protected override string Execute(CodeActivityContext context) => "done";
    }

    /// <summary>Loads its own instance, as another application does before it resumes a bookmark.</summary>
    private sealed class SignalItself : AsyncCodeActivity
    {
        public required InstanceStore Store { get; init; }

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Guid id = context.WorkflowInstanceId;
            (WorkflowApplication other, Task _) = Create(Store, One());
            await Assert.ThrowsAsync<InstanceLockedException>(() => other.LoadAsync(id, cancellationToken));
        }
    }
}
