using System.Diagnostics.Tracing;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking;

/// <summary>Tests the public members of custom records and queries.</summary>
public sealed class RecordTests
{
    [Fact]
    public void CustomRecord_New_HasOnlyName()
    {
        CustomTrackingRecord record = new("mine");
        Assert.Equal(
            ("mine", EventLevel.Informational, Guid.Empty, 0L, DateTime.MinValue),
            (record.Name, record.Level, record.InstanceId, record.RecordNumber, record.EventTime));
        Assert.Null(record.Activity);
        Assert.Empty(record.Data);
        Assert.False(record.HasAnnotations);
    }

    [Fact]
    public void CustomRecord_WithLevelAndInstance_KeepsThem()
    {
        Guid instance = Guid.NewGuid();
        Assert.Equal(EventLevel.Warning, new CustomTrackingRecord("mine", EventLevel.Warning).Level);
        CustomTrackingRecord record = new(instance, "mine", EventLevel.Error);
        Assert.Equal((instance, EventLevel.Error), (record.InstanceId, record.Level));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void CustomRecord_WithoutName_Throws(string? name) => Assert.ThrowsAny<ArgumentException>(() => new CustomTrackingRecord(name!));

    [Fact]
    public void Clone_OfCustomRecord_CopiesValues()
    {
        Copyable record = new("mine")
        {
            InstanceId = Guid.NewGuid(),
            RecordNumber = 3,
            EventTime = new DateTime(2030, 1, 1, 0, 0, 0, DateTimeKind.Utc),
            Activity = new ActivityInfo("a", "1.2", "7", "T"),
            Annotations = new Dictionary<string, string> { ["note"] = "old" },
            Data = { ["key"] = "old" },
        };
        CustomTrackingRecord clone = (CustomTrackingRecord)record.Copy();
        record.Data["key"] = "new";
        record.Annotations["note"] = "new";

        Assert.Equal(
            (record.Name, record.InstanceId, 3L, record.EventTime, EventLevel.Critical),
            (clone.Name, clone.InstanceId, clone.RecordNumber, clone.EventTime, clone.Level));
        Assert.Same(record.Activity, clone.Activity);
        Assert.Equal(("old", "old"), (clone.Data["key"], clone.Annotations["note"]));
    }

    [Fact]
    public void Clone_WithoutDataAndAnnotations_HasNone()
    {
        CustomTrackingRecord clone = (CustomTrackingRecord)new CustomTrackingRecord("mine").Copy();
        Assert.Empty(clone.Data);
        Assert.False(clone.HasAnnotations);
    }

    [Fact]
    public void Annotations_None_AreEmptyAndReadOnly()
    {
        CustomTrackingRecord record = new("mine");
        Assert.Empty(record.Annotations);
        Assert.Throws<NotSupportedException>(() => record.Annotations.Add("note", "x"));
    }

    [Fact]
    public void Annotations_OfQuery_AreInRecord()
    {
        CustomTrackingRecord record = new("mine") { Annotations = new Dictionary<string, string> { ["note"] = "x" } };
        Assert.True(record.HasAnnotations);
        Assert.Equal("x", record.Annotations["note"]);
        record.Annotations = new Dictionary<string, string>();
        Assert.False(record.HasAnnotations);
    }

    [Fact]
    public void CustomQuery_New_HasNoName()
    {
        CustomTrackingQuery query = new();
        Assert.Null(query.Name);
        Assert.Equal("*", query.ActivityName);
        Assert.Empty(query.QueryAnnotations);
        query.QueryAnnotations.Add("note", "x");
        Assert.Equal("x", query.QueryAnnotations["note"]);
    }

    [Fact]
    public void ActivityInfo_Values_AreKeptAndChecked()
    {
        ActivityInfo info = new("name", "1.2", "7", "My.Type");
        Assert.Equal(
            ("name", "1.2", "7", "My.Type", "Name=name, ActivityId = 1.2, ActivityInstanceId = 7, TypeName=My.Type"),
            (info.Name, info.Id, info.InstanceId, info.TypeName, info.ToString()));
        Assert.Throws<ArgumentNullException>(() => new ActivityInfo(null!, "1", "1", "T"));
        Assert.ThrowsAny<ArgumentException>(() => new ActivityInfo("n", "", "1", "T"));
        Assert.ThrowsAny<ArgumentException>(() => new ActivityInfo("n", "1", "", "T"));
        Assert.ThrowsAny<ArgumentException>(() => new ActivityInfo("n", "1", "1", ""));
    }

    private sealed class Copyable : CustomTrackingRecord
    {
        public Copyable(string name)
            : base(name) => Level = EventLevel.Critical;

        private Copyable(Copyable record)
            : base(record)
        {
        }

        protected override TrackingRecord Clone() => new Copyable(this);
    }
}
