using Workflow.Tracking.Etw.Profiles;

namespace Workflow.Tracking.Etw.Tests.Profiles;

/// <summary>Tests that the five standard profiles do not change, because applications that select a profile by name rely on its queries.</summary>
public sealed class StandardProfileTests
{
    private const string Health =
        "instance Started Completed Terminated Canceled Unsuspended Persisted Aborted UnhandledException; activity * Closed; fault * *; custom * *";

    [Theory]
    [InlineData("ErrorsOnly", "instance UnhandledException Terminated Aborted; fault * *")]
    [InlineData("Health", Health)]
    [InlineData("Basic", "instance *; activity * Executing Closed")]
    [InlineData("EndToEnd", Health + "; scheduled * *; bookmark *")]
    [InlineData("Troubleshooting", "instance *; activity * * arguments * variables *; scheduled * *; cancel * *; fault * *; bookmark *; custom * *")]
    public void Find_OfAStandardName_AsksForWhatIsDocumented(string name, string queries)
    {
        TrackingProfile profile = new TrackingProfiles().Find(name, "any workflow")!;
        Assert.Equal(name, profile.Name);
        Assert.Equal(queries, string.Join("; ", profile.Queries.Select(Describe)));
        Assert.Equal(name == "Troubleshooting" ? ImplementationVisibility.All : ImplementationVisibility.RootScope, profile.ImplementationVisibility);
    }

    [Fact]
    public void Find_OfANameInAnotherCase_FindsIt() => Assert.Same(new TrackingProfiles().Find("Health", "w"), new TrackingProfiles().Find("hEALTH", "w"));

    [Fact]
    public void Find_OfAnUnknownName_FindsNone() => Assert.Null(new TrackingProfiles().Find("Healthy", "w"));

    [Fact]
    public void All_AreFive() => Assert.Equal(5, StandardProfiles.All.Count);

    internal static string Describe(TrackingQuery query) => query switch
    {
        WorkflowInstanceQuery instance => $"instance {string.Join(' ', instance.States)}",
        ActivityStateQuery state => string.Join(
            ' ',
            [
                "activity", state.ActivityName, .. state.States,
                .. state.Arguments.Select(name => $"arguments {name}"), .. state.Variables.Select(name => $"variables {name}"),
            ]),
        FaultPropagationQuery fault => $"fault {fault.FaultSourceActivityName} {fault.FaultHandlerActivityName}",
        CustomTrackingQuery custom => $"custom {custom.Name} {custom.ActivityName}",
        ActivityScheduledQuery scheduled => $"scheduled {scheduled.ActivityName} {scheduled.ChildActivityName}",
        CancelRequestedQuery cancel => $"cancel {cancel.ActivityName} {cancel.ChildActivityName}",
        BookmarkResumptionQuery bookmark => $"bookmark {bookmark.Name}",
        _ => query.ToString()!,
    };
}
