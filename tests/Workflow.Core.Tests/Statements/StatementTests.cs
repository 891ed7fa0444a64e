using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>The common contract of all shipped activities. Each derived class supplies a sample of its activity.</summary>
public abstract class StatementTests
{
    private readonly Log _log = new();

    private protected Log Log => _log;

    /// <summary>Creates an activity that adds at least one entry to the log when it runs, and that closes without outside events.</summary>
    /// <returns>A new activity for each call.</returns>
    protected abstract Activity Sample();

    /// <summary>
    /// Returns the log entries of two samples and a step between them, all in parallel. An activity that continues at the tail of the queue adds some entries
    /// last.
    /// </summary>
    /// <param name="once">The entries of one sample.</param>
    /// <param name="between">The entry of the step.</param>
    /// <returns>All entries, in order.</returns>
    protected virtual IEnumerable<string> MarksOfTwo(string[] once, string between) => [.. once, between, .. once];

    [Theory, Lanes]
    [Rule("2.3")]
    public void Sample_Alone_ClosesAndLogs(Lane lane)
    {
        Runner.Run(Root(Sample()), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotEmpty(MarksOfSample());
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_SampleNotStarted_EndsCanceled(Lane lane)
    {
        Activity sample = Sample();
        Probe root = Root(sample);
        root.Body = context => context.CancelChild(root.Schedule(context, sample));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", $"root < {sample.DisplayName} Canceled");
    }

    [Theory, Lanes]
    [Rule("3.1")]
    public void Cancel_SampleCompleted_HasNoEffect(Lane lane)
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
    public void Definition_RunRepeatedly_LogsTheSame(Lane lane)
    {
        Probe root = Root(Sample());
        string[][] runs = [.. Enumerable.Range(0, 3).Select(_ => Marks(root, lane))];
        Assert.Equal(runs[0], runs[1]);
        Assert.Equal(runs[0], runs[2]);
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Sample_InLoop_LogsTheSame(Lane lane)
    {
        string[] once = MarksOfSample();
        int passes = 0;
        While loop = new(_ => passes++ < 3) { Body = Sample() };
        Assert.Equal([.. once, .. once, .. once], Marks(loop, lane));
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Sample_InParallel_RunsBeforeSibling(Lane lane)
    {
        string[] once = MarksOfSample();
        Parallel branches = new() { Branches = { Sample(), new Step(_log, "between"), Sample() } };
        Assert.Equal(MarksOfTwo(once, "between"), Marks(branches, lane));
    }

    /// <summary>Runs a workflow whose parts can request, from inside an item, that the root be canceled.</summary>
    internal static Ended RunWithCancel(Func<Action, Activity> definition, Lane lane)
    {
        Running? running = null;
        running = Runner.Prepare(definition(() => running!.Cancel()), lane);
        running.Start();
        return running.End();
    }

    /// <summary>Runs an activity under a parent that handles its fault and does not cancel the activity.</summary>
    private protected Ended RunHandled(Activity child, Lane lane)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return Runner.Run(root, lane);
    }

    /// <summary>Runs a definition that must fail with an unhandled exception, and returns that exception.</summary>
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
