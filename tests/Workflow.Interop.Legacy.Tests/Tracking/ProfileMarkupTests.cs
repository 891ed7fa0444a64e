using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>Profiles as XML (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class ProfileMarkupTests
{
    private const string Start = "<TrackingProfile xmlns='http://schemas.microsoft.com/winfx/2006/workflow/trackingprofile' version='2.0.0'>";
    private readonly TrackingProfileSerializer _serializer = new();

    [Fact]
    public void Profile_WrittenAndRead_RoundTrips()
    {
        TrackingProfile profile = Profiles.All();
        profile.WorkflowTrackPoints[0].Annotations.Add("a <b>");
        ActivityTrackPoint activities = profile.ActivityTrackPoints[0];
        activities.ExcludedLocations.Add(new ActivityTrackingLocation("Reading", [ActivityExecutionStatus.Closed])
        {
            Conditions =
            {
                new ActivityTrackingCondition("Name", "x"),
                new ActivityTrackingCondition("Parent.Name", null) { Operator = ComparisonOperator.NotEquals }
            },
        });
        activities.Annotations.Add(string.Empty);
        activities.Extracts.Add(new ActivityDataTrackingExtract("A") { Annotations = { "1", "2" } });
        activities.Extracts.Add(new WorkflowDataTrackingExtract());
        profile.UserTrackPoints[0].MatchingLocations.Add(new UserTrackingLocation(typeof(Order), "Reading") { KeyName = "k" });
        _serializer.KnownTypes.Add(typeof(Order));
        string text = Write(profile);
        TrackingProfile read = Read(text);
        Assert.Equal(text, Write(read));
        Assert.Equal(profile.Version, read.Version);
        Assert.Equal(
            [ComparisonOperator.Equals, ComparisonOperator.NotEquals],
            read.ActivityTrackPoints[0].ExcludedLocations[0].Conditions.Select(static condition => condition.Operator));
        Assert.Null(read.ActivityTrackPoints[0].ExcludedLocations[0].Conditions[1].Value);
        Assert.Equal(typeof(Order), read.UserTrackPoints[0].MatchingLocations[1].ArgumentType);
        Assert.True(read.UserTrackPoints[0].MatchingLocations[0].MatchDerivedArgumentTypes);
    }

    [Fact]
    public void Document_OfWF3_IsReadWithTheTypesOfThisPackage()
    {
        TrackingProfile read = Read($"""
            <?xml version="1.0" encoding="utf-16" standalone="yes"?>
            <!-- a comment -->
            {Start}<TrackPoints>
                <ActivityTrackPoint>
                    <MatchingLocations>
                        <ActivityTrackingLocation>
                            <Activity>
                                <Type>System.Workflow.Activities.CodeActivity, System.Workflow.Activities, Version=3.0.0.0, Culture=neutral, PublicKeyToken=31bf3856ad364e35</Type>
                                <MatchDerivedTypes>true</MatchDerivedTypes>
                            </Activity>
                            <ExecutionStatusEvents><ExecutionStatus>Closed</ExecutionStatus></ExecutionStatusEvents>
                        </ActivityTrackingLocation>
                    </MatchingLocations>
                </ActivityTrackPoint>
                <WorkflowTrackPoint>
                    <MatchingLocation><WorkflowTrackingLocation><TrackingWorkflowEvents>
                        <TrackingWorkflowEvent>Terminated</TrackingWorkflowEvent>
                    </TrackingWorkflowEvents></WorkflowTrackingLocation></MatchingLocation>
                </WorkflowTrackPoint>
            </TrackPoints></TrackingProfile>
            """);
        Assert.Equal(typeof(CodeActivity), read.ActivityTrackPoints[0].MatchingLocations[0].ActivityType);
        Assert.True(read.ActivityTrackPoints[0].MatchingLocations[0].MatchDerivedTypes);
        Assert.Equal([TrackingWorkflowEvent.Terminated], read.WorkflowTrackPoints[0].MatchingLocation!.Events);
        Assert.Equal(new Version(2, 0, 0), read.Version);
    }

    [Theory]
    [InlineData("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "The document is not a tracking profile: For security reasons DTD is prohibited")]
    [InlineData("<x/>", "The document is not a tracking profile: line 1: 'x' is not the element 'TrackingProfile' of the namespace 'http://schemas.microsoft.com/winfx/2006/workflow/trackingprofile'.")]
    [InlineData("", "The document is not a tracking profile: Root element is missing.")]
    [InlineData(Start + "</TrackingProfile>", "The document is not a tracking profile: line 1: it has not exactly one element 'TrackPoints'.")]
    [InlineData(
        Start + "<TrackPoints><Other/></TrackPoints></TrackingProfile>",
        "The document is not a tracking profile: line 1: 'TrackPoints' has an element 'Other', which the format does not have there.")]
    [InlineData(
        Start + "<TrackPoints><ActivityTrackPoint xmlns=''/></TrackPoints></TrackingProfile>",
        "The document is not a tracking profile: line 1: 'TrackPoints' has an element 'ActivityTrackPoint'")]
    [InlineData(
        Start + "<TrackPoints><ActivityTrackPoint><Extracts><Script/></Extracts></ActivityTrackPoint></TrackPoints></TrackingProfile>",
        "The document is not a tracking profile: line 1: 'Extracts' has")]
    public void Document_NotAProfile_IsRefused(string text, string message) =>
        Assert.StartsWith(message, Assert.Throws<TrackingProfileDeserializationException>(() => Read(text)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(
        "<Type>System.Diagnostics.Process, System.Diagnostics.Process</Type>",
        "the type 'System.Diagnostics.Process, System.Diagnostics.Process' is not known; add it to the KnownTypes")]
    [InlineData("<Type>Workflow.Interop.Legacy.Tests.TestKit.Order, Workflow.Interop.Legacy.Tests</Type>", "is not known")]
    [InlineData("<Type>Workflow.Interop.Legacy.Runtime.Tracking.ProfileReader</Type>", "is not known")]
    [InlineData("<Type>System.Collections.Generic.List`1[[System.Diagnostics.Process, System.Diagnostics.Process]]</Type>", "is not known")]
    [InlineData("<Type></Type>", "is not known")]
    [InlineData("<Type>System.Int32*</Type>", "is not known")]
    [InlineData("<Type>\\</Type>", "is not known")]
    [InlineData("<TypeName></TypeName>", "'Activity' has no type")]
    [InlineData("<TypeName>x</TypeName><MatchDerivedTypes>maybe</MatchDerivedTypes>", "'maybe' is not 'true' or 'false'")]
    public void Type_Unknown_IsRefused(string type, string message) => Assert.Contains(
        message,
        Assert.Throws<TrackingProfileDeserializationException>(() => Read(
            $"{Start}<TrackPoints><ActivityTrackPoint><MatchingLocations><ActivityTrackingLocation><Activity>{type}</Activity></ActivityTrackingLocation></MatchingLocations></ActivityTrackPoint></TrackPoints></TrackingProfile>")).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Document_TooDeepOrTooLong_IsRefused()
    {
        string deep = string.Concat(Enumerable.Repeat("<x>", 100_000));
        Assert.Contains("more than 16 levels", Assert.Throws<TrackingProfileDeserializationException>(() => Read(deep)).Message, StringComparison.Ordinal);
        string wide = $"{Start}<TrackPoints>{new string(' ', 4_000_000)}</TrackPoints></TrackingProfile>";
        Assert.Throws<TrackingProfileDeserializationException>(() => Read(wide));
    }

    [Fact]
    public void Profile_Incomplete_IsNotWritten()
    {
        Assert.Throws<InvalidOperationException>(() => Write(new TrackingProfile { Version = new Version(1, 0) }));
        Assert.Throws<InvalidOperationException>(
            () => Write(new TrackingProfile { WorkflowTrackPoints = { new WorkflowTrackPoint() }, Version = new Version(1, 0) }));
        TrackingProfile unversioned = Profiles.All();
        unversioned.Version = null;
        Assert.Contains("has no version", Assert.Throws<InvalidOperationException>(() => Write(unversioned)).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => Write(Profiles.Of(new ActivityTrackingLocation(typeof(Activity)))));
        Assert.Throws<InvalidOperationException>(() => Write(Profiles.Of(new ActivityTrackingLocation())));
    }

    private string Write(TrackingProfile profile)
    {
        using StringWriter writer = new();
        _serializer.Serialize(writer, profile);
        return writer.ToString();
    }

    private TrackingProfile Read(string text)
    {
        using StringReader reader = new(text);
        return _serializer.Deserialize(reader);
    }
}
