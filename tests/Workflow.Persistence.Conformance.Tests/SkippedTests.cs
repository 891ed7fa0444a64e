using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Conformance.Tests;

/// <summary>Tests that do not apply to a store are skipped, and the reason names the capability.</summary>
public sealed class SkippedTests
{
    private const string MessageTest = "Messages.Receive_ReturnsMessagesInOrder";

    [Theory]
    [InlineData(StoreTopic.Failures, nameof(StoreCapabilities.SuspendsInstances))]
    [InlineData(StoreTopic.Suspects, nameof(StoreCapabilities.SuspendsInstances))]
    [InlineData(StoreTopic.Transactions, nameof(StoreCapabilities.JoinsTransactions))]
    [InlineData(StoreTopic.Scopes, nameof(StoreCapabilities.JoinsTransactions))]
    [InlineData(StoreTopic.Messages, nameof(StoreCapabilities.KeepsMessages))]
    [InlineData(StoreTopic.MessageWaits, nameof(StoreCapabilities.KeepsMessages))]
    [InlineData(StoreTopic.MessageRaces, nameof(StoreCapabilities.KeepsMessages))]
    public async Task Tests_CapabilityMissing_AreSkipped(StoreTopic topic, string capability)
    {
        StoreTest[] tests = [.. StoreTests.All.Where(test => test.Topic == topic)];
        Assert.NotEmpty(tests);
        foreach (StoreTest test in tests)
        {
            TestedMemoryStore tested = new(store => new PlainStore(store));
            string reason = (await Assert.ThrowsAsync<TestSkippedException>(() => test.RunAsync(tested))).Message;
            Assert.True(reason.Contains($"'{capability}'", StringComparison.Ordinal) || reason.Contains("'DeleteNothing'", StringComparison.Ordinal), reason);
            Assert.Equal((1, 1), tested.Tests);
        }
    }

    [Theory]
    [InlineData(StoreTopic.Saving)]
    [InlineData(StoreTopic.Owners)]
    [InlineData(StoreTopic.Runnable)]
    [InlineData(StoreTopic.Queries)]
    [InlineData(StoreTopic.Races)]
    public async Task Tests_RequiredMembers_PassForAPlainStore(StoreTopic topic)
    {
        foreach (StoreTest test in StoreTests.All.Where(test => test.Topic == topic))
        {
            Exception? failure = await Record.ExceptionAsync(() => test.RunAsync(new TestedMemoryStore(store => new PlainStore(store))));
            Assert.True(
                failure is null || (failure is TestSkippedException && failure.Message.Contains("'DeleteNothing'", StringComparison.Ordinal)),
                $"{test.Name}: {failure}");
        }
    }

    [Fact]
    public async Task TestCase_TestDoesNotApply_IsReportedAsSkipped()
    {
        using Messages messages = new();
        RunSummary summary = await CaseOf(typeof(PlainTests), MessageTest).RunAsync(
            new Silence(), messages, [], new ExceptionAggregator(), new CancellationTokenSource());
        Assert.Equal((1, 0, 1), (summary.Total, summary.Failed, summary.Skipped));
        Assert.Contains("'KeepsMessages'", Assert.Single(messages.Received.OfType<ITestSkipped>()).Reason, StringComparison.Ordinal);
        Assert.Empty(messages.Received.OfType<ITestFailed>());
    }

    [Fact]
    public async Task TestCase_TestPasses_IsReportedAsPassed()
    {
        using Messages messages = new();
        RunSummary summary = await CaseOf(typeof(MemoryTests), MessageTest).RunAsync(
            new Silence(), messages, [], new ExceptionAggregator(), new CancellationTokenSource());
        Assert.Equal((1, 0, 0), (summary.Total, summary.Failed, summary.Skipped));
        Assert.Single(messages.Received.OfType<ITestPassed>());
    }

    [Fact]
    public void Discovery_TopicsOfTheClass_AreTheTests()
    {
        string[] all = NamesOf(typeof(MemoryTests)), some = NamesOf(typeof(MessageTests));
        Assert.Equal(all.Length, all.Distinct().Count());
        Assert.InRange(all.Length, 150, 1000);
        Assert.Equal([.. all.Where(name => name.StartsWith("Messages.", StringComparison.Ordinal))], some);
    }

    /// <summary>Returns the names of the discovered tests, without that of the class.</summary>
    private static string[] NamesOf(Type tests) =>
    [
        .. new StoreTestDiscoverer(new Silence())
            .Discover(new Options(), MethodOf(tests), Reflector.Wrap(
                Contract(tests).CustomAttributes.Single(data => data.AttributeType == typeof(StoreContractAttribute))))
            .Select(test => test.DisplayName.Split(": ", 2)[1]),
    ];

    private static StoreTestCase CaseOf(Type tests, string test) =>
        new(new Silence(), TestMethodDisplay.ClassAndMethod, TestMethodDisplayOptions.None, MethodOf(tests), test);

    private static MethodInfo Contract(Type tests) => tests.GetMethod(nameof(StoreConformanceTests.Store))!;

    private static TestMethod MethodOf(Type tests)
    {
        TestCollection collection = new(new TestAssembly(Reflector.Wrap(tests.Assembly)), null, "tests");
        return new TestMethod(new TestClass(collection, Reflector.Wrap(tests)), Reflector.Wrap(Contract(tests)));
    }

    private sealed class PlainTests() : StoreConformanceTests(new TestedMemoryStore(store => new PlainStore(store)));

    private sealed class MemoryTests() : StoreConformanceTests(new TestedMemoryStore(store => store));

    [StoreTopics(StoreTopic.Messages)]
    private sealed class MessageTests() : StoreConformanceTests(new TestedMemoryStore(store => store));

    /// <summary>A store with the required members only.</summary>
    private sealed class PlainStore(InstanceStore inner) : DelegatingInstanceStore(inner)
    {
        public override StoreCapabilities Capabilities => StoreCapabilities.None;

        public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
            base.UnlockAsync(owner, unlock is null ? null! : InstanceUnlock.Release(unlock.InstanceId, unlock.LockVersion), cancellationToken);
    }

    private sealed class Messages : IMessageBus
    {
        public List<IMessageSinkMessage> Received { get; } = [];

        public bool QueueMessage(IMessageSinkMessage message)
        {
            Received.Add(message);
            return true;
        }

        public void Dispose()
        {
        }
    }

    private sealed class Silence : LongLivedMarshalByRefObject, IMessageSink
    {
        public bool OnMessage(IMessageSinkMessage message) => true;
    }

    private sealed class Options : ITestFrameworkDiscoveryOptions
    {
        public TValue GetValue<TValue>(string name) => default!;

        public void SetValue<TValue>(string name, TValue value)
        {
        }
    }
}
