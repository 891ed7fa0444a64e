using System.Data.Common;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Persistence.Sql;

namespace Workflow.Interop.Legacy.Tests.Tracking;

public sealed class ConsoleTrackingService : TrackingService
{
    protected override TrackingChannel GetTrackingChannel(TrackingParameters parameters) => new ConsoleChannel();

    protected override bool TryGetProfile(Type workflowType, out TrackingProfile? profile)
    {
        profile = OrderProfile.Create();
        return true;
    }

    protected override TrackingProfile? GetProfile(Type workflowType, Version profileVersionId) => OrderProfile.Create();

    protected override TrackingProfile? GetProfile(Guid workflowInstanceId) => null;

    protected override bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile)
    {
        profile = null;
        return false;
    }

    private sealed class ConsoleChannel : TrackingChannel
    {
        protected override void Send(TrackingRecord record) => Console.WriteLine(record switch
        {
            WorkflowTrackingRecord workflow => $"{record.EventOrder} {workflow.TrackingWorkflowEvent}",
            ActivityTrackingRecord activity => $"{record.EventOrder} {activity.QualifiedName} is {activity.ExecutionStatus}",
            UserTrackingRecord user => $"{record.EventOrder} {user.UserDataKey}: {user.UserData}",
            _ => string.Empty,
        });

        protected override void InstanceCompletedOrTerminated() => Console.WriteLine("The instance has ended.");
    }
}

public static class OrderProfile
{
    public static TrackingProfile Create()
    {
        TrackingProfile profile = new() { Version = new Version("1.0") };
        profile.WorkflowTrackPoints.Add(new WorkflowTrackPoint
        {
            MatchingLocation = new WorkflowTrackingLocation([TrackingWorkflowEvent.Started, TrackingWorkflowEvent.Completed, TrackingWorkflowEvent.Terminated]),
        });

        ActivityTrackPoint closed = new();
        closed.MatchingLocations.Add(new ActivityTrackingLocation(typeof(Activity), matchDerivedTypes: true, [ActivityExecutionStatus.Closed]));
        closed.ExcludedLocations.Add(new ActivityTrackingLocation(typeof(CompositeActivity), matchDerivedTypes: true, [ActivityExecutionStatus.Closed]));
        closed.Extracts.Add(new WorkflowDataTrackingExtract("Amount"));
        closed.Annotations.Add("step");
        profile.ActivityTrackPoints.Add(closed);

        UserTrackPoint approvals = new();
        approvals.MatchingLocations.Add(new UserTrackingLocation(typeof(string), typeof(Activity)) { MatchDerivedActivityTypes = true, KeyName = "approved by" });
        profile.UserTrackPoints.Add(approvals);
        return profile;
    }
}

public static class OrderTracking
{
    public static async Task<SqlTrackingService> AddAsync(WorkflowRuntime runtime, DbDataSource source, SqlInstanceStore store)
    {
        SqlTrackingService tracking = new(source) { TransactionConnection = store.GetTransactionConnectionAsync };
        await tracking.EnsureSchemaAsync(CancellationToken.None);
        runtime.AddService(new StoreWorkflowPersistenceService(store, unloadOnIdle: true));
        runtime.AddService(tracking);
        return tracking;
    }

    public static Task TrackLessAsync(SqlTrackingService tracking, Type workflow) =>
        tracking.SaveProfileAsync(workflow, OrderProfile.Create(), CancellationToken.None);

    public static void Show(DbDataSource source, Type workflow)
    {
        SqlTrackingQuery query = new(source) { KnownTypes = { workflow } };
        SqlTrackingQueryOptions options = new() { WorkflowType = workflow, WorkflowStatus = WorkflowStatus.Running };
        foreach (SqlTrackingWorkflowInstance instance in query.GetWorkflows(options))
        {
            Console.WriteLine($"{instance.WorkflowInstanceId} since {instance.Initialized}");
            foreach (ActivityTrackingRecord record in instance.ActivityEvents)
            {
                Console.WriteLine($"  {record.QualifiedName} {record.ExecutionStatus}");
            }
        }
    }
}
