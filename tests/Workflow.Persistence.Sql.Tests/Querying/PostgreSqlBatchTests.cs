using System.Data.Common;
using System.Text.Json;
using System.Xml.Linq;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Querying;

/// <summary>
/// The cost of a batch must grow linearly with its rows, not with the square of their number. The server reports the plans that it has used, with the rows
/// that each step has compared without a match. The test uses a private server, because only a superuser can load the module that reports plans.
/// </summary>
public sealed class PostgreSqlBatchTests(RestartablePostgreSqlTestDatabase database) : IClassFixture<RestartablePostgreSqlTestDatabase>
{
    private const int Count = 200;

    private const string Reports =
        "-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 -c auto_explain.log_analyze=on -c auto_explain.log_timing=off"
        + " -c auto_explain.log_format=json -c auto_explain.log_level=notice -c client_min_messages=notice";

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Calls_ManyInstances_CompareFewRows()
    {
        List<Step> steps = [];
        await using (ReportedSource source = new(new NpgsqlConnectionStringBuilder(database.ConnectionString) { Options = Reports }.ConnectionString, steps))
        {
            await using SqlInstanceStore store = new(
                source,
                new SqlInstanceStoreOptions
                {
                    CompletionAction = InstanceCompletionAction.DeleteNothing,
                    Promotions = { ["P"] = new() { Numbers = { "n" } } },
                });
            await store.EnsureSchemaAsync(None);
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
            Guid[] ids = [.. Enumerable.Range(0, Count).Select(_ => Guid.NewGuid())];
            await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, Save(id, 0, 1), None)));
            await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, Save(id, 1, 2), None)));
            MessageReceipt[] sent = await Task.WhenAll(ids.Select(id => store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b2" }, None)));
            await Task.WhenAll(sent.Select(message => store.SaveAsync(owner, Save(message.InstanceId, 1, 3, message.Sequence), None)));
            await Task.WhenAll(ids.Select(id => store.UnlockAsync(owner, InstanceUnlock.Release(id, 1), None)));
            await Task.WhenAll(ids.Select(id => store.LoadAsync(owner, InstanceLoad.ById(id), None)));
            await Task.WhenAll(ids.Select(id => store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = id, LockVersion = 2, Status = InstanceStatus.Closed, Complete = true },
                None)));
            await Task.WhenAll(ids.Select(_ => store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, RequestId = Guid.NewGuid(), KeysAdded = [Guid.NewGuid()] },
                None)));

            await using SqlInstanceStore deleting = new(source);
            InstanceOwner other = await deleting.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
            await Task.WhenAll(ids.Select(_ => deleting.SaveAsync(
                other,
                new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Closed, Complete = true, RequestId = Guid.NewGuid() },
                None)));
        }

        Assert.Contains(steps, step => step.Rows >= Count / 2);
        Step worst = steps.MaxBy(static step => step.Removed)!;
        Assert.True(worst.Removed <= 4 * Count, $"A step has compared {worst.Removed} rows in vain: {worst.Text}");
    }

    private static InstanceSave Save(Guid id, long lockVersion, int round, params long[] consumed) => new()
    {
        InstanceId = id,
        LockVersion = lockVersion,
        Status = InstanceStatus.Idle,
        State = new byte[100],
        Bookmarks = [new SavedBookmark { Name = $"b{round}", OwnerDisplayName = "B" }],
        WriteOnlyValues = new Dictionary<XName, object?> { ["n"] = round },
        MessagesConsumed = consumed,
    };

    /// <summary>A step of a plan.</summary>
    /// <param name="Text">The plan of the step.</param>
    /// <param name="Rows">The number of rows that the step has returned.</param>
    /// <param name="Removed">The number of rows, or pairs of rows, that filters have removed.</param>
    private sealed record Step(string Text, double Rows, double Removed);

    /// <summary>A data source whose server reports the plan of each statement as a notice.</summary>
    private sealed class ReportedSource(string connectionString, List<Step> steps) : DbDataSource
    {
        private readonly NpgsqlDataSource _inner = NpgsqlDataSource.Create(connectionString);

        public override string ConnectionString => _inner.ConnectionString;

        protected override DbConnection CreateDbConnection()
        {
            NpgsqlConnection connection = _inner.CreateConnection();
            connection.Notice += (_, notice) => Add(notice.Notice.MessageText);
            return connection;
        }

        protected override async ValueTask DisposeAsyncCore()
        {
            await _inner.DisposeAsync();
            await base.DisposeAsyncCore();
        }

        private static double Number(JsonElement step, string name) => step.TryGetProperty(name, out JsonElement value) ? value.GetDouble() : 0;

        private void Add(string message)
        {
            int begin = message.IndexOf('{', StringComparison.Ordinal);
            if (begin >= 0 && message.Contains("plan:", StringComparison.Ordinal))
            {
                using JsonDocument plan = JsonDocument.Parse(message[begin..]);
                AddSteps(plan.RootElement.GetProperty("Plan"));
            }
        }

        private void AddSteps(JsonElement step)
        {
            double loops = Number(step, "Actual Loops");
            Step counted = new(
                step.GetRawText(),
                loops * Number(step, "Actual Rows"),
                loops * (Number(step, "Rows Removed by Filter") + Number(step, "Rows Removed by Join Filter")));
            lock (steps)
            {
                steps.Add(counted);
            }

            if (step.TryGetProperty("Plans", out JsonElement children))
            {
                foreach (JsonElement child in children.EnumerateArray())
                {
                    AddSteps(child);
                }
            }
        }
    }
}
