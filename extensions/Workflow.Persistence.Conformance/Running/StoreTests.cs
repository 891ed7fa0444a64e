using System.Reflection;

namespace Workflow.Persistence.Conformance;

/// <summary>The tests of all suites.</summary>
internal static class StoreTests
{
    private static readonly (StoreTopic Topic, Type Suite)[] Suites =
    [
        (StoreTopic.Saving, typeof(SavingSuite)),
        (StoreTopic.Owners, typeof(OwnerSuite)),
        (StoreTopic.Runnable, typeof(RunnableSuite)),
        (StoreTopic.Failures, typeof(FailureSuite)),
        (StoreTopic.Suspects, typeof(SuspectSuite)),
        (StoreTopic.Queries, typeof(QuerySuite)),
        (StoreTopic.Transactions, typeof(TransactionSuite)),
        (StoreTopic.Scopes, typeof(ScopeSuite)),
        (StoreTopic.Races, typeof(RaceSuite)),
        (StoreTopic.Messages, typeof(MessageSuite)),
        (StoreTopic.MessageWaits, typeof(MessageWakeSuite)),
        (StoreTopic.MessageRaces, typeof(MessageRaceSuite)),
    ];

    private static readonly Dictionary<string, StoreTest> ByName = Read().ToDictionary(test => test.Name, StringComparer.Ordinal);

    /// <summary>All tests, in the order of the suites and of their methods.</summary>
    public static IReadOnlyCollection<StoreTest> All => ByName.Values;

    /// <exception cref="ArgumentException">There is no test with this name.</exception>
    public static StoreTest Find(string name) => ByName.GetValueOrDefault(name)
        ?? throw new ArgumentException($"There is no test '{name}' in this version of the package; discover the tests again.", nameof(name));

    private static IEnumerable<StoreTest> Read() =>
        from entry in Suites
        from method in entry.Suite.GetMethods()
        where method.IsDefined(typeof(FactAttribute))
        from arguments in ArgumentsOf(method)
        select new StoreTest(entry.Topic, entry.Suite, method, arguments);

    private static IEnumerable<object?[]> ArgumentsOf(MethodInfo method) => method.IsDefined(typeof(TheoryAttribute))
        ? method.GetCustomAttributes<InlineDataAttribute>().SelectMany(row => row.GetData(method))
        : [[]];
}
