using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>What every shipped activity keeps, whatever it does: each class of tests gives a sample of its activity.</summary>
public abstract class StatementTests
{
    private readonly Log _log = new();

    private protected Log Log => _log;

    /// <summary>An activity that leaves at least one mark in the log when it runs, and closes without help from outside.</summary>
    /// <returns>A new one at each call.</returns>
    protected abstract Activity Sample();

    /// <summary>The marks of two samples and of a step between them, side by side; an activity that goes to the tail of the queue has some of its marks last.</summary>
    /// <param name="once">The marks of one sample.</param>
    /// <param name="between">The mark of the step.</param>
    /// <returns>All marks, in their order.</returns>
    protected virtual IEnumerable<string> MarksOfTwo(string[] once, string between) => [.. once, between, .. once];

    [Theory, Lanes]
    [Rule("2.3")]
    public void Sample_Alone_ClosesAndLeavesAMark(Lane lane)
    {
        Runner.Run(Root(Sample()), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotEmpty(MarksOfSample());
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeItsTurn_EndsCanceledAndDoesNothing(Lane lane)
    {
        Activity sample = Sample();
        Probe root = Root(sample);
        root.Body = context => context.CancelChild(root.Schedule(context, sample));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", $"root < {sample.DisplayName} Canceled");
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_AfterItsEnd_LeavesItClosed(Lane lane)
    {
        Activity sample = Sample();
        Probe root = Root(sample);
        ActivityInstanceState? state = null;
        root.OnChild = (context, instance) =>
        {
            context.CancelChild(instance);
            state = instance.State;
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(ActivityInstanceState.Closed, state);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Definition_RunThreeTimes_DoesTheSameEachTime(Lane lane)
    {
        Probe root = Root(Sample());
        string[][] runs = [.. Enumerable.Range(0, 3).Select(_ => Marks(root, lane))];
        Assert.Equal(runs[0], runs[1]);
        Assert.Equal(runs[0], runs[2]);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Sample_InALoop_DoesTheSameInEachPass(Lane lane)
    {
        string[] once = MarksOfSample();
        int passes = 0;
        While loop = new(_ => passes++ < 3) { Body = Sample() };
        Assert.Equal([.. once, .. once, .. once], Marks(loop, lane));
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Sample_BesideAnother_IsDoneBeforeTheOtherStarts(Lane lane)
    {
        string[] once = MarksOfSample();
        Parallel branches = new() { Branches = { Sample(), new Step(_log, "between"), Sample() } };
        Assert.Equal(MarksOfTwo(once, "between"), Marks(branches, lane));
    }

    /// <summary>Runs a workflow whose parts may ask, from inside an item, for the root to be canceled.</summary>
    internal static Ended RunWithCancel(Func<Action, Activity> definition, Lane lane)
    {
        Running? running = null;
        running = Runner.Prepare(definition(() => running!.Cancel()), lane);
        running.Start();
        return running.End();
    }

    /// <summary>Runs an activity under a parent that handles its fault and leaves it alone.</summary>
    private protected Ended RunHandled(Activity child, Lane lane)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return Runner.Run(root, lane);
    }

    /// <summary>Runs a definition that is to fail with an exception that nobody handles.</summary>
    private protected static T Fails<T>(Activity definition, Lane lane)
        where T : Exception => Assert.IsType<T>(Runner.Run(definition, lane).Reason);

    private Probe Root(Activity sample) => new(_log, "root", sample);

    private string[] MarksOfSample() => Marks(new Sequence { Activities = { Sample() } }, Lane.Slow);

    private string[] Marks(Activity root, Lane lane)
    {
        _log.Clear();
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        return _log.Entries;
    }
}
