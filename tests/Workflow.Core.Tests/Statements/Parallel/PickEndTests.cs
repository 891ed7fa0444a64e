using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the final states of a pick and of its branches.</summary>
[Rule("3.6")]
[Rule("18.6")]
public sealed class PickEndTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    public void Fault_OfActionHandledWithCancel_EndsCanceled(Lane lane)
    {
        RunAnswered(Of(Branch("a", new Step(_log, "a"), new Step(_log, "failing", _boom))), lane);
        _log.AssertIs("root executes", "a", "failing", "root ! boom from failing", "root < Pick Canceled");
    }

    [Theory, Lanes]
    public void Fault_OfActionHandled_EndsClosed(Lane lane)
    {
        RunAnswered(Of(Branch("a", new Step(_log, "a"), new Step(_log, "failing", _boom))), lane, cancels: false);
        Assert.Equal("root < Pick Closed", _log.Entries[^1]);
    }

    [Theory, Lanes]
    public void Fault_InsideActionHandledWithCancel_EndsCanceled(Lane lane)
    {
        Sequence action = new() { Activities = { new Step(_log, "failing", _boom), new Step(_log, "never") } };
        RunAnswered(Of(Branch("a", new Step(_log, "a"), action), Branch("b", new Wait(_log, "b"))), lane);
        Assert.Equal("root < Pick Canceled", _log.Entries[^1]);
        Assert.DoesNotContain("never", _log.Entries);
    }

    [Fact]
    [Rule("5.5")]
    public void Fault_OfActionOfRootHandledWithCancel_EndsCanceled()
    {
        Hosted hosted = Hosted.Inline(_log, Of(Branch("a", new Step(_log, "a"), new Step(_log, "failing", _boom))));
        hosted.OnUnhandled = UnhandledExceptionAction.Cancel;
        hosted.Run();
        Assert.Equal(["completed Canceled", "unloaded"], _log.Entries[^2..]);
    }

    [Theory, Lanes]
    public void Loser_TriggerClosesUnderCancel_IsClosed(Lane lane)
    {
        Running running = Start(
            Of(Branch("a", new Wait(_log, "a"), new Step(_log, "do a")), Branch("deaf", Deaf("d")), Branch("c", new Wait(_log, "c"))),
            lane,
            out Collector states);
        running.Resume("a");
        running.Resume("d");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["c Canceled", "deaf Closed", "a Closed"], EndsOf(states, "a", "deaf", "c"));
    }

    [Theory, Lanes]
    public void Loser_TriggerClosedBefore_IsCanceled(Lane lane)
    {
        Running running = Start(Of(Branch("a", new Step(_log, "a")), Branch("late", new Step(_log, "late"))), lane, out Collector states);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["late Canceled", "a Closed"], EndsOf(states, "a", "late"));
    }

    [Theory, Lanes]
    public void Cancel_LoserClosed_EndsCanceled(Lane lane)
    {
        Running running = Start(Of(Branch("a", new Wait(_log, "a"), new Wait(_log, "action")), Branch("deaf", Deaf("d"))), lane, out Collector states);
        running.Resume("a");
        running.Resume("d");
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(["deaf Closed", "a Canceled"], EndsOf(states, "a", "deaf"));
    }

    [Theory, Lanes]
    public void Cancel_WinnerWaitsForLosers_EndsCanceled(Lane lane)
    {
        Running running = Start(Of(Branch("a", new Wait(_log, "a")), Branch("deaf", Deaf("d"))), lane, out _);
        running.Resume("a");
        running.Cancel();
        running.Resume("d");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Loser_TriggerFaultHandled_ExecutesUntilCanceled(Lane lane)
    {
        Running running = StartHandled(
            Of(Branch("faulted", new Step(_log, "failing", _boom), new Step(_log, "never")), Branch("b", new Wait(_log, "b"), new Step(_log, "do b"))),
            lane,
            out Collector states);
        Assert.Empty(EndsOf(states, "faulted", "b"));
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["faulted Canceled", "b Closed"], EndsOf(states, "faulted", "b"));
        Assert.DoesNotContain("never", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Triggers_AllFaultsHandled_EndsClosed(Lane lane)
    {
        Running running = StartHandled(
            Of(Branch("x", new Step(_log, "fails x", _boom), new Step(_log, "never")), Branch("y", new Step(_log, "fails y", new FormatException()))),
            lane,
            out Collector states);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["x Canceled", "y Canceled", "Pick Closed"], EndsOf(states, "x", "y", "Pick"));
    }

    [Theory, Lanes]
    [Rule("4.12")]
    public void Branches_OneNotStarted_EndWithoutIt(Lane lane)
    {
        PickBranch broken = Branch("broken", new Step(_log, "never"));
        broken.Variables.Add(new Variable<int>("v") { Default = new Expr<int>(_log, "default", () => throw _boom) });
        Running running = StartHandled(Of(Branch("x", new Step(_log, "fails", new FormatException())), broken), lane, out Collector states);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("Pick Closed", EndsOf(states, "x", "broken", "Pick")[^1]);
        Assert.DoesNotContain("never", _log.Entries);
    }

    /// <summary>Returns the final states of the named activities in the order of their completion.</summary>
    private static string[] EndsOf(Collector states, params string[] names) =>
    [
        .. states.Records.OfType<ActivityStateRecord>()
            .Where(
                record => record.State != ActivityStates.Executing
                    && names.Contains(record.Activity!.Name)
                    && record.Activity.TypeName.Contains("Pick", StringComparison.Ordinal))
            .Select(record => $"{record.Activity!.Name} {record.State}"),
    ];

    /// <summary>Runs a pick under a parent that handles each fault and then optionally cancels its children.</summary>
    private void RunAnswered(Pick pick, Lane lane, bool cancels = true)
    {
        Probe root = new(_log, "root", pick)
        {
            OnFault = (context, _, _) =>
            {
                context.HandleFault();
                if (cancels)
                {
                    context.CancelChildren();
                }
            },
        };
        root.Body = context => root.ScheduleGuarded(context, pick);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    private Running StartHandled(Pick pick, Lane lane, out Collector states)
    {
        Probe root = new(_log, "root", pick) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, pick);
        return Start(root, lane, out states);
    }

    private static Running Start(Activity root, Lane lane, out Collector states)
    {
        states = Collector.Of(
            new ActivityStateQuery { ActivityName = "*", States = { ActivityStates.Closed, ActivityStates.Canceled, ActivityStates.Faulted } });
        states.TrackingProfile!.ImplementationVisibility = ImplementationVisibility.All;
        Running running = Runner.Prepare(root, lane).Listen(states);
        running.Start();
        return running;
    }

    private Wait Deaf(string name) => new(_log, name) { IsDeaf = true };

    private static PickBranch Branch(string name, Activity trigger, Activity? action = null) =>
        new() { DisplayName = name, Trigger = trigger, Action = action };

    private static Pick Of(params PickBranch[] branches)
    {
        Pick pick = new();
        Array.ForEach(branches, pick.Branches.Add);
        return pick;
    }
}
