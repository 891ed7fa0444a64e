using System.Diagnostics.Tracing;
using Workflow.Core.Tests.TestKit;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Tracking;

/// <summary>Tests the public members of the records that the engine creates.</summary>
public sealed class RecordKindTests
{
    private static readonly Guid Instance = Guid.Parse("11112222-3333-4444-5555-666677778888");
    private static readonly ActivityInfo One = new("one", "1.1", "2", "My.One");
    private static readonly ActivityInfo Two = new("two", "1.2", "3", "My.Two");
    private static readonly InvalidOperationException Error = new("broken");
    private static readonly WorkflowIdentity Old = new("orders", new Version(1, 0), "shop");
    private static readonly WorkflowIdentity New = new("orders", new Version(2, 0), "shop");

    private static readonly Dictionary<string, TrackingRecord> Kinds = new()
    {
        ["instance"] = new WorkflowInstanceRecord(Instance, 7, "root", WorkflowInstanceStates.Idle),
        ["aborted"] = new WorkflowInstanceAbortedRecord(Instance, 7, "root", "why"),
        ["terminated"] = new WorkflowInstanceTerminatedRecord(Instance, 7, "root", "why"),
        ["suspended"] = new WorkflowInstanceSuspendedRecord(Instance, 7, "root", "why"),
        ["unhandled"] = new WorkflowInstanceUnhandledExceptionRecord(Instance, 7, "root", One, Error),
        ["identified instance"] = new WorkflowInstanceRecord(Instance, 7, "root", WorkflowInstanceStates.Idle, New),
        ["identified aborted"] = new WorkflowInstanceAbortedRecord(Instance, 7, "root", "why", New),
        ["identified terminated"] = new WorkflowInstanceTerminatedRecord(Instance, 7, "root", "why", New),
        ["identified suspended"] = new WorkflowInstanceSuspendedRecord(Instance, 7, "root", "why", New),
        ["identified unhandled"] = new WorkflowInstanceUnhandledExceptionRecord(Instance, 7, "root", One, Error, New),
        ["updated"] = new WorkflowInstanceUpdatedRecord(Instance, 7, "root", Old, New, true),
        ["state"] = new ActivityStateRecord(Instance, 7, One, ActivityStates.Closed),
        ["scheduled"] = new ActivityScheduledRecord(Instance, 7, One, Two),
        ["cancel"] = new CancelRequestedRecord(Instance, 7, One, Two),
        ["fault"] = new FaultPropagationRecord(Instance, 7, One, Two, true, Error),
        ["bookmark"] = new BookmarkResumptionRecord(Instance, 7, Guid.Empty, "b", One),
    };

    public static TheoryData<string> All() => [.. Kinds.Keys];

    [Theory]
    [InlineData("instance", EventLevel.Informational)]
    [InlineData("aborted", EventLevel.Warning)]
    [InlineData("terminated", EventLevel.Error)]
    [InlineData("suspended", EventLevel.Informational)]
    [InlineData("unhandled", EventLevel.Error)]
    [InlineData("identified aborted", EventLevel.Warning)]
    [InlineData("identified terminated", EventLevel.Error)]
    [InlineData("identified unhandled", EventLevel.Error)]
    [InlineData("updated", EventLevel.Informational)]
    [InlineData("state", EventLevel.Informational)]
    [InlineData("scheduled", EventLevel.Informational)]
    [InlineData("cancel", EventLevel.Informational)]
    [InlineData("fault", EventLevel.Warning)]
    [InlineData("bookmark", EventLevel.Informational)]
    [Rule("15.9")]
    public void Level_OfKind_FollowsRule(string kind, EventLevel level) => Assert.Equal(level, Kinds[kind].Level);

    [Theory]
    [MemberData(nameof(All))]
    public void Clone_OfEachKind_IsEqual(string kind)
    {
        TrackingRecord record = Kinds[kind];
        TrackingRecord copy = record.Copy();
        Assert.NotSame(record, copy);
        Assert.Equal(record.GetType(), copy.GetType());
        foreach (System.Reflection.PropertyInfo property in record.GetType().GetProperties())
        {
            Assert.Equal(property.GetValue(record), property.GetValue(copy));
        }
    }

    [Fact]
    public void Clone_OfStateRecord_CopiesValues()
    {
        ActivityStateRecord record = new(Instance, 0, One, ActivityStates.Executing)
        {
            EventTime = new DateTime(2030, 1, 1, 0, 0, 0, DateTimeKind.Utc),
            Annotations = new Dictionary<string, string> { ["note"] = "old" },
            Arguments = new Dictionary<string, object?> { ["a"] = "old" },
            Variables = new Dictionary<string, object?> { ["v"] = "old" },
        };
        ActivityStateRecord copy = (ActivityStateRecord)record.Copy();
        record.Annotations["note"] = "new";
        record.Arguments["a"] = "new";
        record.Variables["v"] = "new";
        Assert.Equal(("old", "old", "old"), (copy.Annotations["note"], copy.Arguments["a"], copy.Variables["v"]));
        Assert.Equal(record.EventTime, copy.EventTime);
    }

    [Fact]
    public void Clone_OfBookmarkRecord_KeepsPayload()
    {
        BookmarkResumptionRecord record = new(Instance, 0, Instance, "b", One) { Payload = Error };
        BookmarkResumptionRecord copy = (BookmarkResumptionRecord)record.Copy();
        Assert.Same(Error, copy.Payload);
        Assert.Equal((Instance, "b", One), (copy.BookmarkScope, copy.BookmarkName, copy.Owner));
    }

    [Fact]
    public void Clone_ReturnsNull_Throws()
    {
        InvalidOperationException error = Assert.Throws<InvalidOperationException>(() => new Uncopyable().Copy());
        Assert.Contains(nameof(Uncopyable), error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void InstanceRecords_WithoutNumber_HaveNumberZero()
    {
        WorkflowInstanceRecord[] records =
        [
            new(Instance, "root", WorkflowInstanceStates.Started),
            new WorkflowInstanceAbortedRecord(Instance, "root", ""),
            new WorkflowInstanceTerminatedRecord(Instance, "root", ""),
            new WorkflowInstanceSuspendedRecord(Instance, "root", ""), new WorkflowInstanceUnhandledExceptionRecord(Instance, "root", One, Error),
        ];
        Assert.All(records, record => Assert.Equal((Instance, 0L, "root"), (record.InstanceId, record.RecordNumber, record.ActivityDefinitionId)));
        Assert.Equal(["Started", "Aborted", "Terminated", "Suspended", "UnhandledException"], records.Select(record => record.State));
    }

    [Fact]
    public void InstanceRecords_DefinitionWithIdentity_HaveIdentity()
    {
        WorkflowInstanceRecord[] records =
        [
            new(Instance, "root", "Idle", New),
            new WorkflowInstanceAbortedRecord(Instance, "root", "", New),
            new WorkflowInstanceTerminatedRecord(Instance, "root", "", New),
            new WorkflowInstanceSuspendedRecord(Instance, "root", "", New), new WorkflowInstanceUnhandledExceptionRecord(Instance, "root", One, Error, New),
            new WorkflowInstanceUpdatedRecord(Instance, "root", Old, New, false),
        ];
        Assert.All(records, record => Assert.Equal((New, 0L), (record.WorkflowDefinitionIdentity, record.RecordNumber)));
        Assert.Null(new WorkflowInstanceAbortedRecord(Instance, "root", "").WorkflowDefinitionIdentity);
    }

    [Theory]
    [InlineData(true, "Updated")]
    [InlineData(false, "UpdateFailed")]
    public void UpdatedRecord_State_DependsOnSuccess(bool isSuccessful, string state)
    {
        WorkflowInstanceUpdatedRecord record = new(Instance, 3, "root", Old, New, isSuccessful);
        Assert.Equal((state, Old, isSuccessful), (record.State, record.OriginalDefinitionIdentity, record.IsSuccessful));
    }

    [Fact]
    public void Records_OfRootOrHost_MayLackOtherActivity()
    {
        Assert.Null(new ActivityScheduledRecord(Instance, 0, null, One).Activity);
        Assert.Null(new CancelRequestedRecord(Instance, 0, null, One).Activity);
        Assert.Null(new FaultPropagationRecord(Instance, 0, One, null, true, Error).FaultHandler);
    }

    [Fact]
    public void StateRecord_WithoutValues_HasEmptyReadOnlyValues()
    {
        ActivityStateRecord record = new(Instance, 0, One, ActivityStates.Executing);
        Assert.Empty(record.Arguments);
        Assert.Empty(record.Variables);
        Assert.Throws<NotSupportedException>(() => record.Variables.Add("v", 1));
    }

    [Fact]
    public void Records_MissingArguments_Throw()
    {
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceRecord(Instance, null!, "Idle"));
        Assert.ThrowsAny<ArgumentException>(() => new WorkflowInstanceRecord(Instance, "root", ""));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceAbortedRecord(Instance, "root", null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceTerminatedRecord(Instance, "root", null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceSuspendedRecord(Instance, "root", null!));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceUnhandledExceptionRecord(Instance, "root", null!, Error));
        Assert.Throws<ArgumentNullException>(() => new WorkflowInstanceUnhandledExceptionRecord(Instance, "root", One, null!));
        Assert.Throws<ArgumentNullException>(() => new ActivityStateRecord(Instance, 0, null!, "Closed"));
        Assert.ThrowsAny<ArgumentException>(() => new ActivityStateRecord(Instance, 0, One, ""));
        Assert.Throws<ArgumentNullException>(() => new ActivityScheduledRecord(Instance, 0, One, null!));
        Assert.Throws<ArgumentNullException>(() => new CancelRequestedRecord(Instance, 0, One, null!));
        Assert.Throws<ArgumentNullException>(() => new FaultPropagationRecord(Instance, 0, null!, One, true, Error));
        Assert.Throws<ArgumentNullException>(() => new FaultPropagationRecord(Instance, 0, One, One, true, null!));
        Assert.Throws<ArgumentNullException>(() => new BookmarkResumptionRecord(Instance, 0, Guid.Empty, null!, One));
        Assert.Throws<ArgumentNullException>(() => new BookmarkResumptionRecord(Instance, 0, Guid.Empty, "b", null!));
    }

    [Fact]
    public void ActivityInfo_OfEngine_HasTypeNameAndInstanceId()
    {
        TrackedActivity activity = new("mine", "1.4", typeof(List<int>));
        ActivityInfo info = new(activity, 42);
        Assert.Equal(("mine", "1.4", "42", typeof(List<int>).FullName), (info.Name, info.Id, info.InstanceId, info.TypeName));
        Assert.Same(info.InstanceId, info.InstanceId);
        Assert.Same(info.TypeName, new ActivityInfo(activity, 43).TypeName);
    }

    private sealed class Uncopyable() : TrackingRecord(Instance)
    {
        protected override TrackingRecord Clone() => null!;
    }
}
