using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Records;

/// <summary>Tests that each kind of record becomes its event.</summary>
public sealed class RecordEventTests : IDisposable
{
    private const string None = "<items />";

    private static readonly Guid Instance = Participant.Instance;
    private static readonly ActivityInfo One = new("one", "1.1", "2", "My.One");
    private static readonly ActivityInfo Two = new("two", "1.2", "3", "My.Two");
    private static readonly InvalidOperationException Error = new("broken");
    private static readonly WorkflowIdentity Old = new("orders", new Version(1, 0), "shop");
    private static readonly WorkflowIdentity New = new("orders", new Version(2, 0), "shop");

    private readonly Listener _listener = new();
    private readonly Participant _participant = new() { ApplicationReference = "host 7", ProfileName = "Troubleshooting" };

    private static readonly Dictionary<string, (TrackingRecord Record, int Id, EventLevel Level, object[] Own)> Kinds = new()
    {
        ["WorkflowInstanceRecord"] = (new WorkflowInstanceRecord(Instance, 7, "root", "Idle"), 100, EventLevel.Informational, ["root", "Idle"]),
        ["WorkflowInstanceUnhandledExceptionRecord"] = (
            new WorkflowInstanceUnhandledExceptionRecord(Instance, 7, "root", One, Error), 101, EventLevel.Error,
            ["root", "one", "1.1", "2", "My.One", Error.ToString()]),
        ["WorkflowInstanceAbortedRecord"] = (new WorkflowInstanceAbortedRecord(Instance, 7, "root", "why"), 102, EventLevel.Warning, ["root", "why"]),
        ["ActivityStateRecord"] = (
            new ActivityStateRecord(Instance, 7, One, "Closed"), 103, EventLevel.Informational, ["Closed", "one", "1.1", "2", "My.One", None, None]),
        ["ActivityScheduledRecord"] = (
            new ActivityScheduledRecord(Instance, 7, One, Two), 104, EventLevel.Informational, ["one", "1.1", "2", "My.One", "two", "1.2", "3", "My.Two"]),
        ["FaultPropagationRecord"] = (
            new FaultPropagationRecord(Instance, 7, One, Two, true, Error), 105, EventLevel.Warning,
            ["one", "1.1", "2", "My.One", "two", "1.2", "3", "My.Two", Error.ToString(), true]),
        ["CancelRequestedRecord"] = (
            new CancelRequestedRecord(Instance, 7, One, Two), 106, EventLevel.Informational, ["one", "1.1", "2", "My.One", "two", "1.2", "3", "My.Two"]),
        ["BookmarkResumptionRecord"] = (
            new BookmarkResumptionRecord(Instance, 7, Instance, "b", One), 107, EventLevel.Informational, ["b", Instance, "one", "1.1", "2", "My.One"]),
        ["CustomTrackingRecordInfo"] = (
            new CustomTrackingRecord(Instance, "mine", EventLevel.Verbose), 108, EventLevel.Informational, ["mine", "", "", "", "", None]),
        ["CustomTrackingRecordWarning"] = (
            new CustomTrackingRecord(Instance, "mine", EventLevel.Warning), 110, EventLevel.Warning, ["mine", "", "", "", "", None]),
        ["CustomTrackingRecordError"] = (
            new CustomTrackingRecord(Instance, "mine", EventLevel.Critical), 111, EventLevel.Error, ["mine", "", "", "", "", None]),
        ["WorkflowInstanceSuspendedRecord"] = (new WorkflowInstanceSuspendedRecord(Instance, 7, "root", "why"), 112, EventLevel.Informational, ["root", "why"]),
        ["WorkflowInstanceTerminatedRecord"] = (new WorkflowInstanceTerminatedRecord(Instance, 7, "root", "why"), 113, EventLevel.Error, ["root", "why"]),
        ["WorkflowInstanceRecordWithId"] = (
            new WorkflowInstanceRecord(Instance, 7, "root", "Idle", New), 114, EventLevel.Informational, ["root", New.ToString(), "Idle"]),
        ["WorkflowInstanceAbortedRecordWithId"] = (
            new WorkflowInstanceAbortedRecord(Instance, 7, "root", "why", New), 115, EventLevel.Warning, ["root", New.ToString(), "why"]),
        ["WorkflowInstanceSuspendedRecordWithId"] = (
            new WorkflowInstanceSuspendedRecord(Instance, 7, "root", "why", New), 116, EventLevel.Informational, ["root", New.ToString(), "why"]),
        ["WorkflowInstanceTerminatedRecordWithId"] = (
            new WorkflowInstanceTerminatedRecord(Instance, 7, "root", "why", New), 117, EventLevel.Error, ["root", New.ToString(), "why"]),
        ["WorkflowInstanceUnhandledExceptionRecordWithId"] = (
            new WorkflowInstanceUnhandledExceptionRecord(Instance, 7, "root", One, Error, New), 118, EventLevel.Error,
            ["root", New.ToString(), "one", "1.1", "2", "My.One", Error.ToString()]),
        ["WorkflowInstanceUpdatedRecord"] = (
            new WorkflowInstanceUpdatedRecord(Instance, 7, "root", Old, New, false), 119, EventLevel.Informational,
            ["root", "UpdateFailed", Old.ToString(), New.ToString()]),
    };

    public static TheoryData<string> All() => [.. Kinds.Keys];

    public void Dispose() => _listener.Dispose();

    [Theory]
    [MemberData(nameof(All))]
    public void Track_OfEachKind_WritesItsEvent(string name)
    {
        (TrackingRecord record, int id, EventLevel level, object[] own) = Kinds[name];
        _participant.Send(record);
        Seen seen = Assert.Single(_listener.Events);
        Assert.Equal((name, id, level), (seen.Name, seen.Id, seen.Level));
        Assert.Equal([Instance, record.RecordNumber, DateTime.FromFileTimeUtc(0)], seen.Payload.Values.Take(3));
        Assert.Equal(own, seen.Own);
        Assert.Equal([None, "Troubleshooting", "host 7", AppDomain.CurrentDomain.FriendlyName], seen.Payload.Values.TakeLast(4));
        Assert.Equal((0L, 0L), (_participant.OversizedRecords, _participant.TruncatedRecords));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Message_OfEachEvent_NamesOnlyValuesThatItHas(string name)
    {
        _participant.Send(Kinds[name].Record);
        Seen seen = Assert.Single(_listener.Events);
        string text = string.Format(System.Globalization.CultureInfo.InvariantCulture, seen.Message!, [.. seen.Payload.Values]);
        Assert.Contains(Instance.ToString(), text, StringComparison.Ordinal);
        Assert.Contains($"(record {seen["RecordNumber"]})", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Track_OfRecordsWithoutTheOtherActivity_WritesEmptyTexts()
    {
        _participant.Send(new ActivityScheduledRecord(Instance, 1, null, Two));
        _participant.Send(new FaultPropagationRecord(Instance, 2, One, null, false, Error));
        Assert.Equal(["", "", "", "", "two", "1.2", "3", "My.Two"], _listener.Events[0].Own);
        Assert.Equal(["one", "1.1", "2", "My.One", "", "", "", "", Error.ToString(), false], _listener.Events[1].Own);
    }

    [Fact]
    public void Track_OfACustomRecord_WritesItsData()
    {
        _participant.Send(new CustomTrackingRecord(Instance, "mine", EventLevel.Informational) { Data = { ["total"] = 7, ["who"] = null } });
        Assert.Equal(
            "<items><item name=\"total\" type=\"System.Int32\">7</item><item name=\"who\" /></items>",
            _listener.Single("CustomTrackingRecordInfo")["Data"]);
    }

    [Fact]
    public void Track_OfAUsersKindOfCustomRecord_WritesTheCustomEvent()
    {
        _participant.Send(new OwnRecord());
        Assert.Equal("own", _listener.Single("CustomTrackingRecordInfo")["Name"]);
    }

    [Fact]
    public void Track_OfARecordThatHasNoEvent_IsAnError() =>
        Assert.Contains(nameof(Foreign), Assert.Throws<NotSupportedException>(() => _participant.Send(new Foreign())).Message, StringComparison.Ordinal);

    [Fact]
    public void Track_WithAProfileOfItsOwn_WritesItsName()
    {
        _participant.TrackingProfile = new TrackingProfile { Name = "mine" };
        _participant.Send(new WorkflowInstanceRecord(Instance, "root", "Idle"));
        _participant.TrackingProfile = new TrackingProfile();
        _participant.Send(new WorkflowInstanceRecord(Instance, "root", "Idle"));
        Assert.Equal(["mine", ""], _listener.Events.Select(seen => seen["ProfileName"]));
    }

    [Fact]
    public void Track_SetsTheActivityIdToTheInstance_AndRestoresIt()
    {
        Guid outer = Guid.NewGuid();
        EventSource.SetCurrentThreadActivityId(outer, out Guid old);
        _participant.Send(new WorkflowInstanceRecord(Instance, "root", "Idle"));
        Guid after = EventSource.CurrentThreadActivityId;
        EventSource.SetCurrentThreadActivityId(old);
        Assert.Equal((Instance, outer), (Assert.Single(_listener.Events).Activity, after));
    }

    [Fact]
    public void Track_OfTextsWithNulCharacters_ReplacesThem()
    {
        _participant.Send(new WorkflowInstanceAbortedRecord(Instance, "ro\0ot", "w\0hy"));
        Seen seen = _listener.Single("WorkflowInstanceAbortedRecord");
        Assert.Equal(["ro\uFFFDot", "w\uFFFDhy"], seen.Own);
        Assert.Equal("host 7", seen["HostReference"]);
    }

    [Fact]
    public void Track_ExceptionWithoutText_WritesItsType()
    {
        _participant.Send(new FaultPropagationRecord(Instance, 0, One, null, true, new UnreadableException()));
        Assert.Equal(typeof(UnreadableException).ToString(), _listener.Single("FaultPropagationRecord")["Fault"]);
    }

    [Fact]
    public void Track_FromInsideAListener_WritesBothEvents()
    {
        using Reentrant reentrant = new(_participant);
        _participant.Send(new WorkflowInstanceRecord(Instance, "outer", "Idle"));
        Assert.Equal(["inner", "outer"], _listener.Events.Select(seen => seen["ActivityDefinitionId"]).Order());
    }

    [Fact]
    public void Track_WithoutSession_CreatesNoTexts()
    {
        _listener.Dispose();
        _participant.Send(new FaultPropagationRecord(Instance, 0, One, null, true, new UnusedException()));
        using Listener listener = new(EventLevel.Error);
        _participant.Send(new FaultPropagationRecord(Instance, 0, One, null, true, new UnusedException()));
        Assert.Empty(listener.Events);
    }

    private sealed class OwnRecord() : CustomTrackingRecord(Instance, "own", EventLevel.Informational);

    private sealed class Foreign() : TrackingRecord(Instance)
    {
        protected override TrackingRecord Clone() => this;
    }

    private sealed class UnreadableException : Exception
    {
        public override string ToString() => throw new NotSupportedException();
    }

    private sealed class UnusedException : Exception
    {
        public override string ToString() => throw new Xunit.Sdk.XunitException("Nobody listens, and the text was made.");
    }

    private sealed class Reentrant : EventListener
    {
        private readonly Participant _participant;

        public Reentrant(Participant participant)
        {
            _participant = participant;
            EnableEvents(Workflow.Tracking.Etw.Events.TrackingEventSource.Log, EventLevel.Informational, TrackingKeywords.WFTracking);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.Payload is { Count: > 3 } payload && payload[3] is "outer")
            {
                _participant.Send(new WorkflowInstanceRecord(Instance, "inner", "Idle"));
            }
        }
    }
}
