extern alias WorkflowCore;
using System.Collections.Specialized;
using Microsoft.Data.Sqlite;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Design;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Testing;

namespace Workflow.Interop.Legacy.Tests.Migration;

/// <summary>
/// The WF3 constructors that take connection strings, with the store and the driver of the application, and other members that published code uses (A.10,
/// A.13a).
/// </summary>
[Trait("Paragraph", "A.10")]
public sealed class ConnectionStringTests : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"workflow-strings-{Guid.NewGuid():N}.db");
    private readonly VirtualTimeProvider _clock = new();

    private string Text => $"Data Source={_file}";

    public void Dispose()
    {
        WorkflowDatabases.OpenStore = null;
        WorkflowDatabases.OpenDataSource = null;
        SqliteConnection.ClearAllPools();
        File.Delete(_file);
    }

    [Fact]
    public async Task PersistenceService_Wf3Arguments_SavesInApplicationStore()
    {
        SqlPersistenceParameters? passed = null;
        WorkflowDatabases.OpenStore = parameters =>
        {
            passed = parameters;
            return new SqlInstanceStore(SqliteFactory.Instance.CreateDataSource(parameters.ConnectionString), new SqlInstanceStoreOptions());
        };
        await using (SqlInstanceStore schema = new(SqliteFactory.Instance.CreateDataSource(Text), new SqlInstanceStoreOptions()))
        {
            await schema.EnsureSchemaAsync(default);
        }

        using SqlWorkflowPersistenceService first = new(Text, true, TimeSpan.MaxValue, TimeSpan.FromSeconds(30));
        Assert.Equal((Text, null, TimeSpan.FromSeconds(30)), (passed!.ConnectionString, passed.OwnershipDuration, passed.LoadingInterval));
        Assert.Equal(TimeSpan.FromSeconds(30), first.LoadingInterval);
        Guid id;
        using (WorkflowRuntime runtime = Start(first, out ManualWorkflowSchedulerService scheduler))
        {
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(Adding));
            instance.Start();
            scheduler.RunWorkflow(instance.InstanceId);
            id = instance.InstanceId;
            Assert.Empty(runtime.GetLoadedWorkflows());
        }

        using SqlWorkflowPersistenceService second = new(new NameValueCollection
        {
            ["ConnectionString"] = Text,
            ["UnloadOnIdle"] = "true",
            ["LoadIntervalSeconds"] = "60",
            ["OwnershipTimeoutSeconds"] = "120",
            ["EnableRetries"] = "true"
        });
        Assert.Equal((TimeSpan.FromSeconds(120), TimeSpan.FromSeconds(60)), (passed.OwnershipDuration, passed.LoadingInterval));
        Assert.True(second.EnableRetries);
        second.WorkflowTypes.Add(typeof(Adding));
        using WorkflowRuntime next = Start(second, out _);
        Assert.Equal(id, Assert.Single(second.GetAllWorkflows()).WorkflowInstanceId);
        Assert.Equal(id, next.GetWorkflow(id).InstanceId);
    }

    [Fact]
    public void PersistenceService_NoStoreOrInvalidArguments_IsRefused()
    {
        Assert.Contains(
            "WorkflowDatabases.OpenStore",
            Assert.Throws<InvalidOperationException>(() => new SqlWorkflowPersistenceService(Text)).Message,
            StringComparison.Ordinal);
        WorkflowDatabases.OpenStore = static _ => throw new InvalidOperationException("It is not opened.");
        Assert.Throws<ArgumentException>(() => new SqlWorkflowPersistenceService(string.Empty));
        Assert.Throws<ArgumentOutOfRangeException>(() => new SqlWorkflowPersistenceService(Text, true, TimeSpan.Zero, TimeSpan.FromSeconds(1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => new SqlWorkflowPersistenceService(Text, true, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(-1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => new SqlWorkflowPersistenceService(Text, true, TimeSpan.FromSeconds(1), TimeSpan.FromDays(50)));
        foreach ((string key, string value) in (ReadOnlySpan<(string, string)>)
            [("UnloadOnIdle", "often"), ("LoadIntervalSeconds", "0"), ("OwnershipTimeoutSeconds", "-5"), ("Unknown", "1")])
        {
            Assert.Contains(
                key,
                Assert.Throws<ArgumentException>(
                    () => new SqlWorkflowPersistenceService(new NameValueCollection { ["ConnectionString"] = Text, [key] = value })).Message,
                StringComparison.Ordinal);
        }

        Assert.Contains("ConnectionString", Assert.Throws<ArgumentException>(() => new SqlWorkflowPersistenceService([])).Message, StringComparison.Ordinal);
        WorkflowDatabases.OpenStore = static _ => null!;
        Assert.Throws<InvalidOperationException>(() => new SqlWorkflowPersistenceService(Text));
    }

    [Fact]
    public async Task Tracking_WithAConnectionString_WritesAndReads()
    {
        Assert.Contains(
            "WorkflowDatabases.OpenDataSource",
            Assert.Throws<InvalidOperationException>(() => new SqlTrackingQuery(Text)).Message,
            StringComparison.Ordinal);
        WorkflowDatabases.OpenDataSource = SqliteFactory.Instance.CreateDataSource;
        SqlTrackingService tracking = new(Text) { IsTransactional = false };
        await tracking.EnsureSchemaAsync(default);
        using WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        runtime.AddService(scheduler);
        runtime.AddService(tracking);
        WorkflowInstance instance = runtime.CreateWorkflow(typeof(Adding));
        instance.Start();
        scheduler.RunWorkflow(instance.InstanceId);
        SqlTrackingQuery query = new(Text);
        Assert.True(query.TryGetWorkflow(instance.InstanceId, out SqlTrackingWorkflowInstance? tracked));
        Assert.Null(tracked!.WorkflowDefinition);
        query.KnownTypes.Add(typeof(Adding));
        Assert.True(query.TryGetWorkflow(instance.InstanceId, out tracked));
        Assert.IsType<Adding>(tracked!.WorkflowDefinition);
    }

    [Fact]
    public void ReadOnlyProperty_SetByOwner_Succeeds()
    {
        ReadOnlyHolder holder = new();
        holder.Fill(5);
        Assert.Equal(5, holder.GetValue(ReadOnlyHolder.NumberProperty));
        Assert.Throws<ArgumentException>(() => holder.SetValue(ReadOnlyHolder.NumberProperty, 6));
        Assert.Throws<ArgumentException>(() => holder.Fill("text"));
        Assert.Throws<InvalidOperationException>(holder.FillOther);
    }

    [Fact]
    public void Validators_OfShippedActivities_AcceptTheirActivities()
    {
        ValidationManager manager = new(new WorkflowRuntime());
        Assert.Empty(new HandleExternalEventActivityValidator().Validate(manager, new HandleExternalEventActivity()));
        Assert.Empty(new CallExternalMethodActivityValidator().Validate(manager, new CallExternalMethodActivity()));
        Assert.Empty(new StateActivityValidator().Validate(manager, new StateActivity()));
        Assert.Throws<ArgumentException>(() => new HandleExternalEventActivityValidator().Validate(manager, new StateActivity()));
        Assert.Throws<ArgumentException>(() => new CallExternalMethodActivityValidator().Validate(manager, new StateActivity()));
        Assert.Throws<ArgumentException>(() => new StateActivityValidator().Validate(manager, new CodeActivity()));
        Assert.Equal("name", new TypeFilterProviderAttribute("name").TypeFilterProviderTypeName);
        Assert.Contains(
            nameof(ConnectionStringTests),
            new TypeFilterProviderAttribute(typeof(ConnectionStringTests)).TypeFilterProviderTypeName,
            StringComparison.Ordinal);
    }

    private WorkflowRuntime Start(SqlWorkflowPersistenceService persistence, out ManualWorkflowSchedulerService scheduler)
    {
        WorkflowRuntime runtime = new();
        scheduler = new ManualWorkflowSchedulerService();
        runtime.AddService(scheduler);
        runtime.AddService(_clock);
        runtime.AddService(persistence);
        runtime.StartRuntime();
        return runtime;
    }

    private sealed class ReadOnlyHolder : Activity
    {
        public static readonly DependencyProperty NumberProperty = DependencyProperty.Register(
            "Number",
            typeof(int),
            typeof(ReadOnlyHolder),
            new PropertyMetadata(0, DependencyPropertyOptions.ReadOnly));
        public static readonly DependencyProperty OtherProperty = DependencyProperty.Register("Other", typeof(int), typeof(ReadOnlyHolder));

        public void Fill(object value) => SetReadOnlyPropertyValue(NumberProperty, value);

        public void FillOther() => SetReadOnlyPropertyValue(OtherProperty, 1);
    }
}
