using Workflow.Core.Tests.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Conformance;

/// <summary>The store on PostgreSQL passes the tests of all stores.</summary>
public static class PostgreSqlConformanceTests
{
    public sealed class Saving(PostgreSqlTestDatabase database) : InstanceStoreTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Owners(PostgreSqlTestDatabase database) : InstanceStoreOwnerTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Runnable(PostgreSqlTestDatabase database) : InstanceStoreRunnableTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Failures(PostgreSqlTestDatabase database) : InstanceStoreFailureTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Queries(PostgreSqlTestDatabase database) : InstanceStoreQueryTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Transactional(PostgreSqlTestDatabase database) : InstanceStoreTransactionTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }

    public sealed class Races(PostgreSqlTestDatabase database) : InstanceStoreRaceTests, IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
    {
        private readonly PostgreSqlStore _store = new(database);

        protected override TimeSpan LeaseTime => 2 * PostgreSqlStore.Period;

        public Task InitializeAsync() => _store.InitializeAsync();

        public Task DisposeAsync() => _store.DisposeAsync();

        protected override InstanceStore CreateStore(InstanceCompletionAction completionAction) => _store.Create(completionAction);

        protected override Task PassAsync(TimeSpan time) => _store.PassAsync(time);
    }
}
