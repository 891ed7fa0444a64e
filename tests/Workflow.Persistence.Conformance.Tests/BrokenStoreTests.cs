using Xunit.Sdk;

namespace Workflow.Persistence.Conformance.Tests;

/// <summary>Shows that the tests of a topic fail for a store that breaks one of its rules, and pass for the same store without the defect.</summary>
public sealed class BrokenStoreTests
{
    [Theory]
    [InlineData(StoreTopic.Saving, "Lock")]
    [InlineData(StoreTopic.Owners, "Lease")]
    [InlineData(StoreTopic.Runnable, "Excluded")]
    [InlineData(StoreTopic.Failures, "Failure")]
    [InlineData(StoreTopic.Suspects, "Suspect")]
    [InlineData(StoreTopic.Queries, "Query")]
    [InlineData(StoreTopic.Transactions, "Transaction")]
    [InlineData(StoreTopic.Scopes, "Transaction")]
    [InlineData(StoreTopic.Races, "Race")]
    [InlineData(StoreTopic.Messages, "Order")]
    [InlineData(StoreTopic.MessageWaits, "Failure")]
    [InlineData(StoreTopic.MessageRaces, "Order")]
    public async Task Tests_StoreBreaksARule_Fail(StoreTopic topic, string rule)
    {
        Assert.Null(await FailureAsync(topic, broken: null));
        Assert.NotNull(await FailureAsync(topic, rule));
    }

    /// <summary>Runs the tests of a topic until one fails, and returns its name with the failure; null if all pass.</summary>
    private static async Task<string?> FailureAsync(StoreTopic topic, string? broken)
    {
        foreach (StoreTest test in StoreTests.All.Where(test => test.Topic == topic))
        {
            try
            {
                await test.RunAsync(new TestedMemoryStore(store => new BrokenStore(store, broken)));
            }
            catch (TestSkippedException)
            {
                // The tested stores do not keep completed instances.
            }
            catch (Exception exception) when (broken is not null || exception is XunitException)
            {
                return $"{test.Name}: {exception.Message}";
            }
        }

        return null;
    }

    /// <summary>A store that breaks one rule; none if the rule is null.</summary>
    private sealed class BrokenStore(InstanceStore inner, string? rule) : DelegatingInstanceStore(inner)
    {
        private int _calls;

        public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
            rule == "Lease" ? Task.CompletedTask : base.RenewOwnerAsync(owner, cancellationToken);

        public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(save);
            if (rule == "Race" && Interlocked.Increment(ref _calls) % 50 == 0)
            {
                return save.LockVersion;
            }

            using System.Transactions.TransactionScope? outside = rule == "Transaction"
                ? new(System.Transactions.TransactionScopeOption.Suppress, System.Transactions.TransactionScopeAsyncFlowOption.Enabled)
                : null;
            try
            {
                return await base.SaveAsync(owner, save, cancellationToken);
            }
            catch (InstanceLockLostException) when (rule == "Lock")
            {
                return save.LockVersion;
            }
        }

        public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
            base.UnlockAsync(owner, rule == "Failure" ? InstanceUnlock.Release(unlock.InstanceId, unlock.LockVersion) : unlock, cancellationToken);

        public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
            base.TryLoadRunnableAsync(owner, rule == "Excluded" ? default : load, cancellationToken);

        public override async Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
            InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken)
        {
            IReadOnlyList<StoredMessage> messages = await base.ReceiveAsync(owner, query, cancellationToken);
            return rule == "Order" ? [.. messages.Reverse()] : messages;
        }

        public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
            base.QueryAsync(rule == "Query" ? new InstanceQuery { MaxCount = query?.MaxCount } : query, cancellationToken);

        public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) =>
            rule == "Suspect" ? Task.FromResult(false) : base.ContinueAsync(instanceId, cancellationToken);
    }
}
