using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>The records that a profile selects, and their content (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class ProfileMatchTests
{
    private static readonly ActivityExecutionStatus[] Closed = [ActivityExecutionStatus.Closed];
    private readonly Observing _service = new();

    public static TheoryData<ActivityTrackingLocation, string[]> Locations => new()
    {
        { new ActivityTrackingLocation(typeof(CodeActivity), Closed), ["code Closed", "other Closed"] },
        { new ActivityTrackingLocation("CodeActivity", Closed), ["code Closed", "other Closed"] },
        { new ActivityTrackingLocation(typeof(CodeActivity).FullName!, Closed), ["code Closed", "other Closed"] },
        { new ActivityTrackingLocation(typeof(SequenceActivity), Closed), ["body Closed"] },
        { new ActivityTrackingLocation(typeof(CompositeActivity), Closed), [] },
        { new ActivityTrackingLocation(typeof(CompositeActivity), matchDerivedTypes: true, Closed), ["body Closed", "host Closed"] },
        { new ActivityTrackingLocation("CompositeActivity", matchDerivedTypes: true, Closed), ["body Closed", "host Closed"] },
        {
            new ActivityTrackingLocation(typeof(Activity), matchDerivedTypes: true, [ActivityExecutionStatus.Executing]),
            ["host Executing", "body Executing", "code Executing", "other Executing"]
        },
        { new ActivityTrackingLocation(typeof(CodeActivity)), [] },
        { new ActivityTrackingLocation("Unknown", Closed), [] },
        { new ActivityTrackingLocation(typeof(CodeActivity), Closed) { Conditions = { new ActivityTrackingCondition("Name", "other") } }, ["other Closed"] },
        {
            new ActivityTrackingLocation(typeof(CodeActivity), Closed)
            {
                Conditions = { new ActivityTrackingCondition("Name", "other") { Operator = ComparisonOperator.NotEquals } }
            },
            ["code Closed"]
        },
        {
            new ActivityTrackingLocation(typeof(CodeActivity), Closed) { Conditions = { new ActivityTrackingCondition("Parent.Name", "body") } },
            ["code Closed", "other Closed"]
        },
        { new ActivityTrackingLocation(typeof(CodeActivity), Closed) { Conditions = { new ActivityTrackingCondition("Missing", null) } }, [] },
        {
            new ActivityTrackingLocation(typeof(CodeActivity), Closed)
            {
                Conditions = { new ActivityTrackingCondition("Missing", null) { Operator = ComparisonOperator.NotEquals } }
            },
            []
        },
    };

    [Theory]
    [MemberData(nameof(Locations))]
    public void Location_OfActivities_MatchesByTypeStatusAndConditions(ActivityTrackingLocation location, string[] expected)
    {
        _service.Profile = Profiles.Of(location);
        Execute(Sequence("body", Code("code", []), Code("other", [])));
        Assert.Equal(expected, _service.Lines.Select(static line => line[(line.IndexOf(' ', StringComparison.Ordinal) + 1)..]));
    }

    [Fact]
    public void ExcludedLocation_Matches_RemovesRecord()
    {
        _service.Profile = Profiles.Of(new ActivityTrackingLocation(typeof(Activity), matchDerivedTypes: true, Closed));
        _service.Profile.ActivityTrackPoints[0].ExcludedLocations.Add(new ActivityTrackingLocation(typeof(CompositeActivity), matchDerivedTypes: true, Closed));
        Execute(Sequence("body", Code("code", [])));
        Assert.Equal(["1 code Closed"], _service.Lines);
    }

    [Fact]
    public void Record_SeveralPointsMatch_HasAllAnnotationsAndValues()
    {
        TrackingProfile profile = Profiles.Of(new ActivityTrackingLocation(typeof(Valued), Closed));
        ActivityTrackPoint first = profile.ActivityTrackPoints[0];
        first.Annotations.AddRange(["a", "b"]);
        first.Extracts.Add(new ActivityDataTrackingExtract("_secret") { Annotations = { "private" } });
        first.Extracts.Add(new ActivityDataTrackingExtract("Inner.Length"));
        first.Extracts.Add(new ActivityDataTrackingExtract("Missing"));
        first.Extracts.Add(new ActivityDataTrackingExtract("Throwing"));
        first.Extracts.Add(new WorkflowDataTrackingExtract("Name"));
        ActivityTrackPoint second = new();
        second.MatchingLocations.Add(new ActivityTrackingLocation("Activity", matchDerivedTypes: true, Closed)
        {
            Conditions = { new ActivityTrackingCondition("Inner", "text") }
        });
        second.Annotations.AddRange(["b", "c"]);
        profile.ActivityTrackPoints.Add(second);
        _service.Profile = profile;
        Execute(new Valued());
        ActivityTrackingRecord record = Assert.IsType<ActivityTrackingRecord>(Assert.Single(_service.Records));
        Assert.Equal(["a", "b", "c"], record.Annotations);
        Assert.Equal(["_secret=42", "Inner.Length=4", "Name=host"], record.Body.Select(static item => $"{item.FieldName}={item.Data}"));
        Assert.Equal(["private"], record.Body[0].Annotations);
        Assert.Equal(typeof(Valued), record.ActivityType);
        Assert.Equal(_service.Instances.Single().InstanceId, record.ContextGuid);
        Assert.Equal(record.ContextGuid, record.ParentContextGuid);
        Assert.Equal(DateTimeKind.Utc, record.EventDateTime.Kind);
    }

    [Fact]
    public void Extract_NoMember_ReadsDeclaredMembers()
    {
        _service.Profile = Profiles.Of(new ActivityTrackingLocation(typeof(Valued), Closed));
        _service.Profile.ActivityTrackPoints[0].Extracts.Add(new ActivityDataTrackingExtract());
        Execute(new Valued());
        Assert.Equal(
            ["Inner=text", "_secret=42"],
            ((ActivityTrackingRecord)_service.Records.Single()).Body.Select(static item => $"{item.FieldName}={item.Data}"));
    }

    [Fact]
    public void UserLocation_MatchesByTheTypesAndTheKey()
    {
        Assert.Equal(
            ["1 code k=text", "2 code =5", "3 code =text"],
            Sent(new UserTrackingLocation(typeof(object), typeof(Activity)) { MatchDerivedArgumentTypes = true, MatchDerivedActivityTypes = true }));
        Assert.Equal(["1 code k=text"], Sent(new UserTrackingLocation(typeof(string), typeof(Telling)) { KeyName = "k" }));
        Assert.Equal(["1 code =5"], Sent(new UserTrackingLocation("Int32", "Telling")));
        Assert.Equal(["1 code k=text", "2 code =text"], Sent(new UserTrackingLocation("IEnumerable", typeof(Telling)) { MatchDerivedArgumentTypes = true }));
        Assert.Empty(Sent(new UserTrackingLocation(typeof(object), "Telling")));
        Assert.Empty(Sent(new UserTrackingLocation(typeof(string), typeof(Activity))));
        Assert.Equal(["1 code =5"], Sent(
            new UserTrackingLocation(typeof(object), "Telling") { MatchDerivedArgumentTypes = true },
            new UserTrackingLocation(typeof(string), typeof(Telling))));
    }

    [Fact]
    public void WorkflowPoint_EventsMatch_HasAnnotations()
    {
        TrackingProfile profile = new();
        profile.WorkflowTrackPoints.Add(new WorkflowTrackPoint
        {
            MatchingLocation = new WorkflowTrackingLocation([TrackingWorkflowEvent.Started]),
            Annotations = { "x" }
        });
        profile.WorkflowTrackPoints.Add(new WorkflowTrackPoint
        {
            MatchingLocation = new WorkflowTrackingLocation([TrackingWorkflowEvent.Started, TrackingWorkflowEvent.Completed]),
            Annotations = { "y" }
        });
        profile.WorkflowTrackPoints.Add(new WorkflowTrackPoint { MatchingLocation = null });
        _service.Profile = profile;
        Execute(Code("code", []));
        Assert.Equal(["1 Started", "2 Completed"], _service.Lines);
        Assert.Equal(["x", "y"], _service.Records.First().Annotations);
        Assert.Equal(["y"], _service.Records.Last().Annotations);
    }

    [Fact]
    public void Profile_EmptyLocationOrCondition_IsReported()
    {
        _service.Profile = Profiles.Of(new ActivityTrackingLocation());
        Assert.Contains("Exception A tracking location has no type of activities; set a type or the name of a type.", Execute(Code("code", [])));
        TrackingProfileCache.Clear();
        _service.Profile = Profiles.Of(new ActivityTrackingLocation("x") { Conditions = { new ActivityTrackingCondition() } });
        Assert.Contains("Exception A tracking condition has no member; set one.", Execute(Code("code", [])));
        Assert.Empty(_service.Records);
    }

    private string[] Sent(UserTrackingLocation location, params UserTrackingLocation[] excluded)
    {
        UserTrackPoint point = new();
        point.MatchingLocations.Add(location);
        point.ExcludedLocations.AddRange(excluded);
        _service.Profile = new TrackingProfile { UserTrackPoints = { point } };
        _service.Records.Clear();
        Execute(new Telling("code"));
        return [.. _service.Lines];
    }

    private List<string> Execute(Activity activity)
    {
        using Run run = Run.Create(activity, _service);
        List<string> events = run.Events;
        run.Instance.Start();
        run.Continue();
        Assert.Equal("Completed", run.Last);
        return events;
    }

    public sealed class Valued : Activity
    {
        private readonly int _secret = 42;

        public Valued() => Name = "valued";

        public string Inner => "text";

        public int Throwing => _secret > 0 ? throw new FormatException("no") : 0;
    }
}
