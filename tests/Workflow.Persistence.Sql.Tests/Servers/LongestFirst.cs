using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Crash;
using Workflow.Persistence.Sql.Tests.Failures;
using Workflow.Persistence.Sql.Tests.Faults;
using Workflow.Persistence.Sql.Tests.Querying;
using Workflow.Persistence.Sql.Tests.Service;
using Xunit.Abstractions;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// Starts the longest test classes first. The tests of a class run one after the other, so a long class that starts last would run alone at the end.
/// </summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly Type[] Longest =
    [
        typeof(PostgreSqlStressTests), typeof(PostgreSqlDamagedRowTests), typeof(PostgreSqlQueryPlanTests), typeof(PostgreSqlServiceClusterTests),
        typeof(PoisonTests.PostgreSql), typeof(PoisonTests.Sqlite), typeof(SqliteServiceClusterTests), typeof(LostAnswerTests), typeof(ClusterTests),
        typeof(PostgreSqlScopeCrashTests), typeof(PostgreSqlCrashTests), typeof(SqliteScopeCrashTests), typeof(PgBouncerConformanceTests.Races),
        typeof(PrivateServerTests),
    ];

    public IEnumerable<ITestCollection> OrderTestCollections(IEnumerable<ITestCollection> testCollections) => testCollections.OrderBy(static collection =>
    {
        // The name is 'Test collection for <class>', with an id in some versions.
        int position = Array.FindIndex(Longest, type => collection.DisplayName.Split(' ').Contains(type.FullName));
        return position < 0 ? Longest.Length : position;
    });
}
