namespace Workflow.Tracking.Etw.Profiles;

/// <summary>The profiles that every application has by name. Their queries are documented in docs/host/observability.md.</summary>
internal static class StandardProfiles
{
    private const string Any = "*";

    public static IReadOnlyList<TrackingProfile> All { get; } =
    [
        Named(
            "ErrorsOnly",
            new WorkflowInstanceQuery
            {
                States = { WorkflowInstanceStates.UnhandledException, WorkflowInstanceStates.Terminated, WorkflowInstanceStates.Aborted }
            },
            new FaultPropagationQuery()),
        Named("Health", [.. Health()]),
        Named(
            "Basic",
            new WorkflowInstanceQuery { States = { Any } },
            new ActivityStateQuery { States = { ActivityStates.Executing, ActivityStates.Closed } }),
        Named("EndToEnd", [.. Health(), new ActivityScheduledQuery(), new BookmarkResumptionQuery { Name = Any }]),
        Troubleshooting(),
    ];

    private static IEnumerable<TrackingQuery> Health() =>
    [
        new WorkflowInstanceQuery
        {
            States =
            {
                WorkflowInstanceStates.Started, WorkflowInstanceStates.Completed, WorkflowInstanceStates.Terminated, WorkflowInstanceStates.Canceled,
                WorkflowInstanceStates.Unsuspended, WorkflowInstanceStates.Persisted, WorkflowInstanceStates.Aborted, WorkflowInstanceStates.UnhandledException,
            },
        },
        new ActivityStateQuery { States = { ActivityStates.Closed } },
        new FaultPropagationQuery(),
        new CustomTrackingQuery { Name = Any },
    ];

    private static TrackingProfile Troubleshooting()
    {
        TrackingProfile profile = Named(
            "Troubleshooting",
            new WorkflowInstanceQuery { States = { Any } },
            new ActivityStateQuery { States = { Any }, Arguments = { Any }, Variables = { Any } },
            new ActivityScheduledQuery(),
            new CancelRequestedQuery(),
            new FaultPropagationQuery(),
            new BookmarkResumptionQuery { Name = Any },
            new CustomTrackingQuery { Name = Any });
        profile.ImplementationVisibility = ImplementationVisibility.All;
        return profile;
    }

    private static TrackingProfile Named(string name, params TrackingQuery[] queries)
    {
        TrackingProfile profile = new() { Name = name, ActivityDefinitionId = Any };
        foreach (TrackingQuery query in queries)
        {
            profile.Queries.Add(query);
        }

        return profile;
    }
}
