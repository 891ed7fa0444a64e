using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Records;

/// <summary>Tests of records that exceed the limit of an event. The participant omits values, then truncates a text, then drops the record.</summary>
public sealed class SizeTests : IDisposable
{
    private const string Marker = "<items>...</items>";

    private static readonly Guid Instance = Participant.Instance;
    private static readonly ActivityInfo One = new("one", "1.1", "2", "My.One");

    private readonly Listener _listener = new();
    private readonly Participant _participant = new();

    public void Dispose() => _listener.Dispose();

    [Fact]
    public void Limit_ByDefault_Is60000AndHasARange()
    {
        Assert.Equal(60_000, _participant.MaximumPayloadBytes);
        Assert.Throws<ArgumentOutOfRangeException>(() => _participant.MaximumPayloadBytes = 1023);
        Assert.Throws<ArgumentOutOfRangeException>(() => _participant.MaximumPayloadBytes = 64_001);
        _participant.MaximumPayloadBytes = 1024;
        _participant.MaximumPayloadBytes = 64_000;
    }

    [Fact]
    public void Event_BeyondTheLimit_IsTruncated()
    {
        CustomTrackingRecord record = new(Instance, "mine", EventLevel.Informational) { Data = { ["x"] = "" } };
        _participant.Send(record);
        int rest = (60_000 - TextBytes(_listener.Events[0])) / sizeof(char);

        record.Data["x"] = new string('a', rest);
        _participant.Send(record);
        Assert.Equal(60_000, TextBytes(_listener.Events[1]));
        Assert.EndsWith("a</item></items>", (string)_listener.Events[1]["Data"], StringComparison.Ordinal);
        Assert.Equal(0, _participant.TruncatedRecords);

        record.Data["x"] = new string('a', rest + 1);
        _participant.Send(record);
        Assert.Equal(Marker, _listener.Events[^1]["Data"]);
        Assert.Equal(1, _participant.TruncatedRecords);
    }

    [Fact]
    public void Truncation_OfARecord_IsReported()
    {
        _participant.Send(new CustomTrackingRecord(Instance, "mine", EventLevel.Warning) { Data = { ["x"] = new string('a', 40_000) } });
        Seen report = _listener.Single("TrackingRecordTruncated");
        Assert.Equal([Instance, 0L, 110], report.Payload.Values);
        Assert.Equal(EventLevel.Warning, report.Level);
        Assert.Equal(Marker, _listener.Single("CustomTrackingRecordWarning")["Data"]);
    }

    [Theory]
    [InlineData(20_000, 15_000, true, false)]
    [InlineData(15_000, 20_000, false, true)]
    [InlineData(40_000, 20_000, true, false)]
    [InlineData(40_000, 40_000, true, true)]
    [InlineData(10_000, 10_000, false, false)]
    public void StateRecord_TooLarge_LosesTheLargerValuesFirst(int arguments, int variables, bool losesArguments, bool losesVariables)
    {
        _participant.Send(new ActivityStateRecord(Instance, 0, One, "Closed")
        {
            Arguments = new Dictionary<string, object?> { ["a"] = new string('a', arguments) },
            Variables = new Dictionary<string, object?> { ["v"] = new string('v', variables) },
        });
        Seen seen = _listener.Single("ActivityStateRecord");
        Assert.Equal((losesArguments, losesVariables), ((string)seen["Arguments"] == Marker, (string)seen["Variables"] == Marker));
        Assert.Equal(losesArguments || losesVariables ? 1 : 0, _participant.TruncatedRecords);
        Assert.InRange(TextBytes(seen), 0, 60_000);
    }

    [Fact]
    public void ExceptionText_TooLong_IsCutToWhatFits()
    {
        _participant.Send(new FaultPropagationRecord(Instance, 5, One, null, true, new InvalidOperationException(new string('e', 50_000))));
        Seen seen = _listener.Single("FaultPropagationRecord");
        Assert.Equal(60_000, TextBytes(seen));
        Assert.EndsWith("eee...", (string)seen["Fault"], StringComparison.Ordinal);
        Assert.Equal(true, seen["IsFaultSource"]);
        Assert.Equal(1, _participant.TruncatedRecords);
    }

    [Fact]
    public void Reason_CutInsideASurrogatePair_OmitsThePair()
    {
        _participant.MaximumPayloadBytes = 1024;
        for (int odd = 0; odd < 2; odd++)
        {
            _participant.Send(new WorkflowInstanceAbortedRecord(Instance, "root", new string('x', odd) + string.Concat(Enumerable.Repeat("\U0001F600", 600))));
        }

        Assert.All(
            _listener.Events.Where(seen => seen.Id == 102),
            seen => Assert.True(char.IsLowSurrogate(((string)seen["Reason"])[^4])));
    }

    [Fact]
    public void Record_TooLargeWithoutValues_IsDroppedAndReported()
    {
        ActivityInfo endless = new(new string('n', 40_000), "1", "1", "T");
        _participant.Send(new FaultPropagationRecord(Instance, 5, endless, null, true, new InvalidOperationException("short")));
        _participant.Send(new ActivityScheduledRecord(Instance, 6, endless, One));
        Assert.Equal(["TrackingRecordDropped", "TrackingRecordDropped"], _listener.Events.Select(seen => seen.Name));
        Assert.Equal([Instance, 5L, 105, 0L], _listener.Events[0].Payload.Values);
        Assert.Equal([Instance, 6L, 104, 1L], _listener.Events[1].Payload.Values);
        Assert.Equal((2L, 0L), (_participant.OversizedRecords, _participant.TruncatedRecords));
    }

    [Fact]
    public void Annotations_TooLarge_DropTheRecord()
    {
        _participant.Send(
            new WorkflowInstanceRecord(Instance, "root", "Idle")
            {
                Annotations = new Dictionary<string, string> { ["note"] = new('a', 40_000) }
            });
        Assert.Equal("TrackingRecordDropped", Assert.Single(_listener.Events).Name);
    }

    [Fact]
    public void Value_ThatCannotBeWritten_IsReportedAndTheOthersAreWritten()
    {
        _participant.Send(new CustomTrackingRecord(Instance, "mine", EventLevel.Informational) { Data = { ["bad"] = new Thrower(), ["good"] = 1 } });
        Assert.Equal(
            $"<items><item name=\"bad\" type=\"{typeof(Thrower)}\" /><item name=\"good\" type=\"System.Int32\">1</item></items>",
            _listener.Single("CustomTrackingRecordInfo")["Data"]);
        Seen report = _listener.Single("TrackingValueNotSerializable");
        Assert.Equal([Instance, 0L, "bad", typeof(Thrower).ToString(), "no luck"], report.Payload.Values);
    }

    /// <summary>Returns the number of UTF-16 bytes of the texts, including terminators.</summary>
    private static int TextBytes(Seen seen) => seen.Payload.Values.OfType<string>().Sum(text => (text.Length + 1) * sizeof(char));

    public sealed class Thrower
    {
        public string Value => throw new InvalidOperationException("no luck");
    }
}
