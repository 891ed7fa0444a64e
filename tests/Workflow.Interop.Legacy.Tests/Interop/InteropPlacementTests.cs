extern alias WorkflowCore;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Expressions;
using WorkflowCore::Workflow.Statements;
using NewActivity = WorkflowCore::Workflow.Activity;
using NewInterop = Workflow.Statements.Interop;
using Parallel = WorkflowCore::Workflow.Statements.Parallel;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>
/// Legacy activities inside the control flow of new workflows (B.2, B.3). The process crashes at each save, before and after each call of the store, and
/// between work items. Each run must end like the run without a crash.
/// </summary>
[Trait("Paragraph", "B.2")]
public sealed class InteropPlacementTests
{
    private static readonly TestEvent First = TestEvent.Resume("first", 1), Second = TestEvent.Resume("second", 2), Item = TestEvent.Resume("item", 3);

    private static readonly TestEvent TenMinutes = TestEvent.Advance(TimeSpan.FromMinutes(10));

    private readonly Variable<string> _one = new("one"), _other = new("other");

    [Fact]
    public Task Pick_LegacyTriggerWins_SurvivesCrashesAsync() =>
        ExploreAsync(Pick(Legacy<Queued>(_one), "late"), "begin, first 1, second 2, end;", First, Second, TenMinutes);

    [Fact]
    public Task Pick_LegacyTriggerLoses_SurvivesCrashesAsync() =>
        ExploreAsync(Pick(Legacy<Queued>(_one), "late"), "begin, first 1;late", First, TenMinutes);

    [Fact]
    public Task Parallel_OfLegacyActivities_SurvivesCrashesAsync() =>
        ExploreAsync(
            new Parallel { Branches = { Legacy<Queued>(_one), Legacy<Listening>(_other) } },
            "begin, first 1, second 2, end;item 3, end",
            First,
            Item,
            Second,
            TenMinutes);

    [Fact]
    public Task Parallel_LegacyTimersDueTogether_SurvivesCrashesAsync() =>
        ExploreAsync(new Parallel { Branches = { Legacy<Delayed>(_one), Legacy<Listening>(_other) } }, "begin, end;late, end", TenMinutes);

    [Fact]
    [Trait("Paragraph", "B.3")]
    public Task TryCatch_LegacyActivityFails_SurvivesCrashesAsync() => ExploreAsync(
        new TryCatch
        {
            Try = Legacy<Failing>(_one),
            Catches = { new Catch<FormatException> { Action = new ActivityAction<FormatException> { Handler = Legacy<Queued>(_other) } } },
            Finally = Set(_one, "finally"),
        },
        "finally;begin, first 1, second 2, end",
        Item,
        First,
        Second,
        TenMinutes);

    [Fact]
    [Trait("Paragraph", "B.3")]
    public Task CompensableActivity_OfLegacyActivities_SurvivesCrashesAsync()
    {
        Variable<CompensationToken> token = new("token");
        Sequence sequence = new()
        {
            Variables = { token },
            Activities =
            {
                new CompensableActivity
                {
                    Body = Legacy<Queued>(_one),
                    CompensationHandler = Legacy<Listening>(_other),
                    Result = new OutArgument<CompensationToken>(token)
                },
                new Delay { Duration = new InArgument<TimeSpan>(TimeSpan.FromMinutes(1)) },
                new Compensate { Target = new InArgument<CompensationToken>(token) },
            },
        };
        return ExploreAsync(sequence, "begin, first 1, second 2, end;item 3, end", First, Second, TestEvent.Advance(TimeSpan.FromMinutes(1)), Item, TenMinutes);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public Task LegacyCompensation_SurvivesCrashesAsync() => ExploreAsync(
        Legacy<Compensating>(_one),
        "booked, go 1, booked, go 2, undo 3, undone, undone, end;",
        TestEvent.Resume("go", 1),
        TestEvent.Resume("go", 2),
        TestEvent.Resume("undo", 3),
        TenMinutes);

    [Fact]
    public Task Loop_OfLegacyActivity_SurvivesCrashesAsync()
    {
        Variable<int> count = new("count");
        Sequence sequence = new()
        {
            Variables = { count },
            Activities =
            {
                new While(context => count.Get(context) < 2)
                {
                    Body = Hosted.Sequence(
                        Legacy<Queued>(_one),
                        new Assign<int> { To = new OutArgument<int>(count), Value = new InArgument<int>(context => count.Get(context) + 1) }),
                },
            },
        };
        return ExploreAsync(sequence, "begin, first 1, second 2, end;", First, Second, First, Second, TenMinutes);
    }

    /// <summary>
    /// Runs the workflow with each order of external events. Each order leads to an end, and an activity that has ended has read each queue once.
    /// </summary>
    [Fact]
    public async Task Parallel_AnyEventOrder_EndsAsync()
    {
        int outcomes = 0;
        await InterleavingTest.ExploreAsync(
            Workflow(new Parallel { Branches = { Legacy<Queued>(_one), Legacy<Listening>(_other) } }),
            new InterleavingOptions
            {
                Events = [First, Second, Item, TestEvent.Suspend(), TestEvent.Takeover(), TestEvent.Continue(), TenMinutes],
                MustEnd = false,
                MaxOrders = 300,
                Verify = _ => Interlocked.Increment(ref outcomes),
            });
        Assert.True(outcomes > 100, $"{outcomes} orders.");
    }

    private static NewInterop Legacy<T>(Variable<string> text)
        where T : IRecorded, new() => new NewInterop { ActivityType = typeof(Recording<T>) }.With("TextOut", new OutArgument<string>(text));

    private static Assign<string> Set(Variable<string> variable, string text) =>
        new() { To = new OutArgument<string>(variable), Value = new InArgument<string>(text) };

    private async Task ExploreAsync(NewActivity workflow, string expected, params TestEvent[] events)
    {
        CrashReport report = await CrashTest.ExploreAsync(Workflow(workflow), new CrashTestOptions { Events = events });
        Assert.Equal(expected, report.Uninterrupted.Result.Outputs["Text"]);
        Assert.True(report.Points.Count > 3 * events.Length, $"{report.Points.Count} points.");
    }

    /// <summary>Returns a workflow whose output is the text of both variables.</summary>
    private DynamicActivity Workflow(NewActivity body) => new()
    {
        Name = "root",
        Properties = { new DynamicActivityProperty { Name = "Text", Type = typeof(OutArgument<string>) } },
        Implementation = () => new Sequence
        {
            Variables = { _one, _other },
            Activities =
            {
                body,
                new Assign<string>
                {
                    To = new OutArgument<string>(new ArgumentReference<string>("Text")),
                    Value = new InArgument<string>(context => $"{_one.Get(context)};{_other.Get(context)}")
                },
            },
        },
    };

    private Pick Pick(NewActivity trigger, string late) => new()
    {
        Branches =
        {
            new PickBranch { Trigger = trigger },
            new PickBranch { Trigger = new Delay { Duration = new InArgument<TimeSpan>(TimeSpan.FromMinutes(7)) }, Action = Set(_other, late) },
        },
    };

    public sealed class Failing : IRecorded
    {
        public Workflow.Interop.Legacy.ComponentModel.Activity[] Make(Recorder recorder) =>
            [recorder.Read("item"), Tree.Throw("fail", new FormatException("legacy"))];
    }
}
