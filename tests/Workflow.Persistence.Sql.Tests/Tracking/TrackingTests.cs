extern alias WorkflowLegacy;
using Workflow.Persistence.Sql.Tests.Servers;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime;
using WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Persistence.Sql.Tests.Tracking;

/// <summary>Runs the tests of the tracking service for WF3 workflows on each kind of database.</summary>
public static class TrackingTests
{
    public sealed class Sqlite(SqliteTestDatabase database) : TrackingSuite(database), IClassFixture<SqliteTestDatabase>
    {
        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public void EnableRetries_TransientFailure_WritesRecords(bool retries)
        {
            using FailingDataSource source = new(database.DataSource);
            SqlTrackingService service = new(source) { IsTransactional = false, EnableRetries = retries };
            using WorkflowRuntime runtime = Start(service, unloadOnIdle: false);
            Run(runtime, typeof(Failing));
            source.Failures = 2;
            Guid id = Run(runtime, typeof(Failing));
            Assert.Equal(retries ? 0 : 2, Failures.Count());
            Assert.True(Query.TryGetWorkflow(id, out SqlTrackingWorkflowInstance? instance));
            Assert.Equal(retries, instance!.WorkflowEvents.Any(static record => record.TrackingWorkflowEvent == TrackingWorkflowEvent.Created));
        }

        [Fact]
        public void StartRuntime_NoTransactionConnection_Throws()
        {
            using WorkflowRuntime runtime = new();
            SqlTrackingService service = Service(isTransactional: true);
            service.TransactionConnection = null;
            runtime.AddService(service);
            Assert.Contains("set 'TransactionConnection'", Assert.Throws<InvalidOperationException>(runtime.StartRuntime).Message, StringComparison.Ordinal);
        }
    }

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : TrackingSuite(database), IClassFixture<PostgreSqlTestDatabase>
    {
        [Fact]
        public void TransactionalRecords_NoStoreConnection_EnlistOwnConnection()
        {
            SqlTrackingService service = Service(isTransactional: true);
            service.TransactionConnection = null;
            using WorkflowRuntime runtime = new();
            WorkflowLegacy::Workflow.Interop.Legacy.Runtime.Hosting.ManualWorkflowSchedulerService scheduler = new();
            runtime.AddService(scheduler);
            runtime.AddService(service);
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(Failing));
            instance.Start();
            scheduler.RunWorkflow(instance.InstanceId);
            Assert.True(Query.TryGetWorkflow(instance.InstanceId, out SqlTrackingWorkflowInstance? ended));
            Assert.Equal(WorkflowStatus.Terminated, ended!.Status);
        }
    }

    public sealed class SqlServer(SqlServerTestDatabase database) : TrackingSuite(database), IClassFixture<SqlServerTestDatabase>
    {
        protected override string Rename(string table, string name) => $"EXEC sp_rename '{table}', '{name}', 'OBJECT'";
    }
}
