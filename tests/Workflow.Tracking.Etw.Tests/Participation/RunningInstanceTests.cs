using System.Diagnostics.Tracing;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.Execution;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Tracking.Etw.Tests.TestKit;

namespace Workflow.Tracking.Etw.Tests.Participation;

/// <summary>Tests that a running instance applies changes of sessions and profiles at its next work item.</summary>
public sealed class RunningInstanceTests : IDisposable
{
    private readonly List<Listener> _listeners = [];
    private readonly EtwTrackingParticipant _participant = new();

    public void Dispose() => _listeners.ForEach(listener => listener.Dispose());

    [Fact]
    public void Session_StartedWhileAnInstanceRuns_GetsLaterRecords()
    {
        Run(new Sequence { DisplayName = "all", Activities = { new Do("on", () => Listen()), new Do("one"), new Do("two") } });
        Assert.Equal(
            ["all>one", "one Executing", "one Closed", "all>two", "two Executing", "two Closed", "all Closed", "Completed"],
            Seen().SkipWhile(what => what == "on Closed"));
    }

    [Fact]
    public void Session_EndedWhileAnInstanceRuns_GetsNoMoreRecords()
    {
        Listen();
        Counting counting = new();
        Run(
            new Sequence { DisplayName = "all", Activities = { new Do("one"), new Do("off", () => _listeners[0].Dispose()), new Do("two"), new Do("three") } },
            counting);
        Assert.Equal(["Started", ">all", "all Executing", "all>one", "one Executing", "one Closed", "all>off"], Seen().Take(7));
        Assert.DoesNotContain(Seen(), what => what.Contains("two", StringComparison.Ordinal));
        Assert.DoesNotContain("three", counting.Names);
    }

    [Fact]
    public void Instance_WithoutSession_ReportsNothing()
    {
        Counting counting = new();
        Run(new Sequence { Activities = { new Do("one"), new Do("two") } }, counting);
        Assert.Empty(counting.Names);
    }

    [Fact]
    public void Instance_TrackedActivities_LeavesTheFastPath()
    {
        List<bool> slow = [];
        void Look(CodeActivityContext context) => slow.Add(!((Frame)context.Instance).Has(InstanceFlags.IsInlineFrame));

        Run(new Sequence
        {
            Activities =
            {
                new Do("alone", look: Look), new Do("errors", () => Listen(EventLevel.Error)), new Do("errors only", look: Look),
                new Do("all", () => Listen()), new Do("all of it", look: Look),
                new Do("off", Dispose), new Do("alone again", look: Look),
            },
        });
        Assert.Equal([false, false, true, false], slow);
    }

    [Fact]
    public void Profile_ChangedWhileAnInstanceRuns_AppliesToTheNextItem()
    {
        Listen();
        _participant.ProfileName = "ErrorsOnly";
        Run(new Sequence
        {
            DisplayName = "all",
            Activities =
            {
                new Do("one"), new Do("more", () => _participant.ProfileName = "Basic"), new Do("two"),
                new Do("less", () => _participant.ProfileName = "ErrorsOnly"), new Do("three"),
            },
        });
        Assert.Equal(["two Executing", "two Closed", "less Executing"], Seen().SkipWhile(what => what == "more Closed").Take(3));
        Assert.DoesNotContain(Seen(), what => what.Contains("one", StringComparison.Ordinal) || what.Contains("three", StringComparison.Ordinal));
    }

    [Fact]
    public void Profiles_LoadedWhileAnInstanceRuns_ApplyToTheNextItem()
    {
        Listen();
        _participant.Profiles = new TrackingProfiles();
        _participant.ProfileName = "Live";
        Run(new Sequence { DisplayName = "all", Activities = { new Do("one"), new Do("load", Load), new Do("two"), new Do("three") } });
        Assert.Equal(["two Closed"], Seen().Where(what => what != "TrackingProfileNotFound"));

        void Load() => _participant.Profiles.Load(
            """{ "profiles": [{ "name": "live", "workflows": [{ "queries": { "activityState": [{ "activityName": "two", "states": ["Closed"] }] } }] }] }"""u8);
    }

    [Fact]
    public async Task Session_StartedWhileAnInstanceWaits_GetsLaterRecords()
    {
        TaskCompletionSource reached = new(TaskCreationOptions.RunContinuationsAsynchronously),
            goOn = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowInvoker invoker = Invoker(new Sequence { DisplayName = "all", Activities = { new Waiting(reached, goOn), new Do("after") } }, _participant);
        Task<IDictionary<string, object?>> run = invoker.InvokeAsync();
        await reached.Task.WaitAsync(HangGuard.Limit);
        Listen();
        goOn.SetResult();
        await run.WaitAsync(HangGuard.Limit);
        Assert.Contains("after Closed", Seen());
        Assert.Equal("Completed", Seen()[^1]);
    }

    [Fact]
    public async Task Session_StartedWhileAnApplicationWaits_GetsTheResumption()
    {
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(new Sequence { DisplayName = "all", Activities = { new Question(), new Do("after") } });
        application.Extensions.Add(_participant);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task.WaitAsync(HangGuard.Limit);
        Listen();
        Assert.Equal(BookmarkResumptionResult.Success, await application.ResumeBookmarkAsync("answer", 42));
        await application.Completion.WaitAsync(HangGuard.Limit);
        Assert.Equal("BookmarkResumptionRecord", Seen()[0]);
        Assert.Contains("after Closed", Seen());
    }

    [Fact]
    public void Instance_ThatFaults_IsReportedToASessionForErrorsOnly()
    {
        Listen(EventLevel.Error);
        Assert.Throws<InvalidOperationException>(() => Run(new Sequence
        {
            DisplayName = "all",
            Activities = { new Do("bad", () => throw new InvalidOperationException("broken")) }
        }));
        Seen seen = _listeners[0].Events[0];
        Assert.Equal((101, "bad"), (seen.Id, seen["SourceName"]));
        Assert.Contains("broken", (string)seen["Exception"], StringComparison.Ordinal);
        Assert.All(_listeners[0].Events, other => Assert.Equal(EventLevel.Error, other.Level));
    }

    [Fact]
    public void Variables_ThatAProfileAsksFor_AreInTheEvent()
    {
        Listen();
        Variable<int> total = new("total", 7);
        Run(new Sequence { DisplayName = "all", Variables = { total }, Activities = { new Do("one") } });
        Seen seen = Assert.Single(_listeners[0].Events, seen => seen.Id == 103 && (string)seen["Name"] == "all" && (string)seen["State"] == "Closed");
        Assert.Equal("<items><item name=\"total\" type=\"System.Int32\">7</item></items>", seen["Variables"]);
    }

    private static WorkflowInvoker Invoker(Activity workflow, TrackingParticipant participant)
    {
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(participant);
        return invoker;
    }

    private void Run(Activity workflow, TrackingParticipant? participant = null) => Invoker(workflow, participant ?? _participant).Invoke();

    private void Listen(EventLevel level = EventLevel.Informational) => _listeners.Add(new Listener(level));

    private List<string> Seen() =>
    [
        .. _listeners[0].Events.Select(seen => seen.Name switch
        {
            "ActivityStateRecord" => $"{seen["Name"]} {seen["State"]}",
            "ActivityScheduledRecord" => $"{seen["ActivityName"]}>{seen["ChildName"]}",
            "WorkflowInstanceRecord" => (string)seen["State"],
            _ => seen.Name,
        }),
    ];

    private sealed class Do : CodeActivity
    {
        private readonly Action? _action;
        private readonly Action<CodeActivityContext>? _look;

        public Do(string name, Action? action = null, Action<CodeActivityContext>? look = null)
        {
            DisplayName = name;
            _action = action;
            _look = look;
        }

        protected override void Execute(CodeActivityContext context)
        {
            _action?.Invoke();
            _look?.Invoke(context);
        }
    }

    private sealed class Question : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("answer");
    }

    private sealed class Waiting(TaskCompletionSource reached, TaskCompletionSource goOn) : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            reached.SetResult();
            return goOn.Task;
        }
    }

    /// <summary>A participant that collects the names of the activities in its records.</summary>
    private sealed class Counting : EtwTrackingParticipant
    {
        public List<string> Names { get; } = [];

        protected override void Track(TrackingRecord record, TimeSpan timeout)
        {
            Names.Add(record is ActivityStateRecord state ? state.Activity.Name : record.GetType().Name);
            base.Track(record, timeout);
        }
    }
}
