using Workflow.Core.Tests.Persistence;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The store on SQLite passes the tests of all stores.</summary>
public static class SqliteConformanceTests
{
    public sealed class Saving : InstanceStoreTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Owners : InstanceStoreOwnerTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Runnable : InstanceStoreRunnableTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Failures : InstanceStoreFailureTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Queries : InstanceStoreQueryTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Transactional : InstanceStoreTransactionTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }

    public sealed class Races : InstanceStoreRaceTests, IAsyncLifetime
    {
        private readonly SqliteStore _sqlite = new();

        protected override TimeSpan LeaseTime => 2 * SqliteStore.Period;

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync() => await _sqlite.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _sqlite.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _sqlite.PassAsync(time);
    }
}
