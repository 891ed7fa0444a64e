using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Tests.Profiles;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Participation;

/// <summary>Tests of the profile that the participant gives to the engine: its own profile, reduced to the events that sessions listen to.</summary>
public sealed class ProfileChoiceTests
{
    private readonly Participant _participant = new();

    [Fact]
    public void Participant_New_HasDefaultSettings()
    {
        Assert.Null(_participant.TrackingProfile);
        Assert.Null(_participant.ProfileName);
        Assert.Same(TrackingProfiles.Default, _participant.Profiles);
        Assert.Equal("", _participant.ApplicationReference);
        Assert.False(_participant.IsGuaranteed);
        Assert.Throws<ArgumentNullException>(() => _participant.Profiles = null!);
        Assert.Throws<ArgumentNullException>(() => _participant.ApplicationReference = null!);
    }

    [Fact]
    public void SelectProfile_WithoutSession_HasNoQueries()
    {
        Assert.Empty(_participant.Select()!.Queries);
        _participant.ProfileName = "Health";
        Assert.Empty(_participant.Select()!.Queries);
    }

    [Fact]
    public void SelectProfile_WithASessionForEverything_IsTheProfileItself()
    {
        using Listener listener = new();
        Assert.Null(_participant.Select());
        _participant.ProfileName = "health";
        Assert.Same(TrackingProfiles.Default.Find("Health", "root"), _participant.Select());
        _participant.TrackingProfile = new TrackingProfile();
        Assert.Same(_participant.TrackingProfile, _participant.Select());
    }

    [Theory]
    [InlineData(EventLevel.Error, TrackingKeywords.WFTracking, "instance Terminated UnhandledException; custom * *")]
    [InlineData(EventLevel.Warning, TrackingKeywords.EndToEndMonitoring, "instance Terminated Aborted UnhandledException; fault * *; custom * *")]
    [InlineData(EventLevel.Informational, TrackingKeywords.UserEvents, "custom * *")]
    [InlineData(
        EventLevel.Informational, TrackingKeywords.Troubleshooting,
        "instance Started Idle Persisted Unloaded Resumed Completed Canceled Terminated Aborted Suspended Unsuspended UnhandledException Deleted; "
        + "activity * * arguments * variables *; scheduled * *; cancel * *; fault * *; bookmark *; custom * *")]
    public void SelectProfile_WithASessionForLess_OmitsOtherQueries(EventLevel level, EventKeywords keywords, string queries)
    {
        using Listener listener = new(level, keywords);
        TrackingProfile profile = _participant.Select()!;
        Assert.Equal(queries, Describe(profile));
        Assert.Equal(ImplementationVisibility.All, profile.ImplementationVisibility);
    }

    [Fact]
    public void SelectProfile_OfTheSameProfileAndSessions_IsTheSameObject()
    {
        using Listener listener = new(EventLevel.Warning);
        _participant.ProfileName = "Health";
        TrackingProfile? first = _participant.Select("one");
        Assert.Same(first, _participant.Select("two"));
        Assert.Same(first, new Participant { ProfileName = "Health" }.Select());
        Assert.Equal("instance Terminated Aborted UnhandledException; fault * *; custom * *", Describe(first!));
    }

    [Fact]
    public void SelectProfile_OfAProfileThatNamesAState_KeepsItOutOfAny()
    {
        using Listener listener = new(EventLevel.Warning);
        _participant.TrackingProfile = new TrackingProfile
        {
            Name = "mine",
            Queries =
            {
                new WorkflowInstanceQuery { States = { "*" }, QueryAnnotations = { ["from"] = "any" } },
                new WorkflowInstanceQuery { States = { "Aborted", "Idle" }, QueryAnnotations = { ["from"] = "named" } },
                new ActivityStateQuery { States = { "*" } },
            },
        };
        TrackingProfile profile = _participant.Select()!;
        Assert.Equal("instance Terminated UnhandledException; instance Aborted", Describe(profile));
        Assert.Equal(("mine", "any", "named"), (profile.Name, profile.Queries[0].QueryAnnotations["from"], profile.Queries[1].QueryAnnotations["from"]));
    }

    [Fact]
    public void SelectProfile_UnknownName_HasNoQueriesAndReportsOnce()
    {
        using Listener listener = new();
        _participant.ProfileName = "Helth";
        Assert.Empty(_participant.Select()!.Queries);
        Assert.Empty(_participant.Select()!.Queries);
        Seen report = Assert.Single(listener.Events);
        Assert.Equal(3508, report.Id);
        Assert.Equal(["Helth", "root"], report.Payload.Values);

        _participant.Select("other");
        _participant.ProfileName = "Helth";
        _participant.Select();
        Assert.Equal(["root", "other", "root"], listener.Events.Select(seen => seen["ActivityDefinitionId"]));
    }

    [Fact]
    public void ProfileChange_BySessionsAndSettings_IsAnnounced()
    {
        CancellationToken before = _participant.Change;
        using Listener listener = new();
        Assert.True(before.IsCancellationRequested);
        AssertChanges(() => _participant.TrackingProfile = new TrackingProfile());
        AssertChanges(() => _participant.ProfileName = "Basic");
        AssertChanges(() => _participant.Profiles = new TrackingProfiles());
        AssertChanges(() => _participant.Profiles.Load("""{ "profiles": [] }"""u8));
    }

    [Fact]
    public async Task ProfileChange_LastSessionEnds_IsAnnounced()
    {
        TaskCompletionSource changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Listener listener = new();
        Assert.Null(_participant.Select());
        _participant.Change.UnsafeRegister(static state => ((TaskCompletionSource)state!).TrySetResult(), changed);
        listener.Dispose();
        await changed.Task.WaitAsync(Workflow.Core.Tests.TestKit.HangGuard.Limit);
        Assert.Empty(_participant.Select()!.Queries);
    }

    [Fact]
    public void ProfileChange_OfASessionThatChangesNothing_IsNotAnnounced()
    {
        using Listener first = new();
        CancellationToken before = _participant.Change;
        using Listener second = new(EventLevel.Error);
        Assert.False(before.IsCancellationRequested);
    }

    private static string Describe(TrackingProfile profile) => string.Join("; ", profile.Queries.Select(StandardProfileTests.Describe));

    private void AssertChanges(Action change)
    {
        CancellationToken before = _participant.Change;
        change();
        Assert.True(before.IsCancellationRequested);
        Assert.False(_participant.Change.IsCancellationRequested);
    }
}
