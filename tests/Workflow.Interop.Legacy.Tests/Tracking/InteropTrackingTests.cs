extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime.Tracking;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using Workflow.Tracking;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Tracking;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;
using NewInterop = Workflow.Statements.Interop;
using NewProfile = WorkflowCore::Workflow.Tracking.TrackingProfile;
using NewRecord = WorkflowCore::Workflow.Tracking.TrackingRecord;

namespace Workflow.Interop.Legacy.Tests.Tracking;

/// <summary>Records of WF3 activities in new workflows go to the participants of the host (B.3).</summary>
[Trait("Paragraph", "B.3")]
public sealed class InteropTrackingTests
{
    private readonly Participant _participant = new();

    [Fact]
    public void Activity_InANewWorkflow_SendsItsRecords()
    {
        WorkflowInvoker invoker = new(new NewInterop { ActivityType = typeof(Telltale) });
        invoker.Extensions.Add(_participant);
        invoker.Invoke();
        Assert.Equal(
            ["1 Telltale Executing", "2 tell Executing", "3 tell k=text", "4 tell =5", "5 tell =text", "6 tell Closed", "7 Telltale Closed"],
            _participant.Lines);
        InteropTrackingRecord data = _participant.Records.Single(static record => record.TrackingRecord.EventOrder == 3);
        Assert.Equal("Telltale", data.Name);
        Assert.Equal(["activity=tell", "data=text", "key=k"], data.Data.Select(static entry => $"{entry.Key}={entry.Value}").Order(StringComparer.Ordinal));
        Assert.Equal(data.InstanceId, ((UserTrackingRecord)data.TrackingRecord).ContextGuid);
    }

    [Fact]
    public void Exception_InANewWorkflow_IsARecord()
    {
        WorkflowInvoker invoker = new(new NewInterop { ActivityType = typeof(Throwing) });
        invoker.Extensions.Add(_participant);
        Assert.Throws<FormatException>(() => invoker.Invoke());
        Assert.Equal(
            ["throw", "Throwing"],
            _participant.Records.Select(static record => record.TrackingRecord.EventArgs)
                .OfType<TrackingWorkflowExceptionEventArgs>()
                .Select(static args => args.CurrentActivityPath));
    }

    [Fact]
    public void Profile_OfTheParticipant_SelectsByTheNameOfTheActivity()
    {
        _participant.TrackingProfile = new NewProfile { Queries = { new CustomTrackingQuery { Name = "other" } } };
        WorkflowInvoker invoker = new(new NewInterop { ActivityType = typeof(Telltale) });
        invoker.Extensions.Add(_participant);
        invoker.Invoke();
        Assert.Empty(_participant.Lines);
    }

    [Fact]
    public void Participants_GetRecordsOfTheirOwn()
    {
        Participant other = new();
        WorkflowInvoker invoker = new(new NewInterop { ActivityType = typeof(Telltale) });
        invoker.Extensions.Add(_participant);
        invoker.Extensions.Add(other);
        invoker.Invoke();
        Assert.Equal(_participant.Lines, other.Lines);
        Assert.NotSame(_participant.Records[0], other.Records[0]);
    }

    [Fact]
    public async Task EventOrder_InstanceLoaded_ContinuesAsync()
    {
        await using TestHost host = new(new TestHostOptions { AddExtensions = (extensions, _) => extensions.Add(_participant) });
        TestInstance instance = host.Start(new NewInterop { ActivityType = typeof(Waiter) });
        await instance.RunUntilIdleAsync();
        await instance.ReloadAsync();
        await instance.ResumeAsync("item", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["1 Waiter Executing", "2 item Executing", "3 item Closed", "4 Waiter Closed"], _participant.Lines);
    }

    public sealed class Telltale : SequenceActivity
    {
        public Telltale() => this.With(new Telling("tell"));
    }

    public sealed class Throwing : SequenceActivity
    {
        public Throwing() => this.With(Throw("throw", new FormatException("no")));
    }

    public sealed class Waiter : SequenceActivity
    {
        public Waiter() => this.With(new Reading("item"));
    }

    private sealed class Participant : TrackingParticipant
    {
        public List<InteropTrackingRecord> Records { get; } = [];

        public IEnumerable<string> Lines =>
            Records.Select(static record => record.TrackingRecord).Where(static record => record is not WorkflowTrackingRecord).Select(Observing.Text);

        protected override void Track(NewRecord record, TimeSpan timeout)
        {
            if (record is InteropTrackingRecord interop)
            {
                Records.Add(interop);
            }
        }
    }
}
