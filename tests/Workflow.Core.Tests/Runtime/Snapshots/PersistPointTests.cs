using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Tests saves during an episode, while items are queued (rule 7.3). A loaded instance continues with the next item.</summary>
[Rule("7.5.3")]
public sealed class PersistPointTests
{
    private readonly Log _log = new();

    [Fact]
    public void Persist_InSequence_Continues() => AssertSame(
        new Sequence { Activities = { Say("before"), new Persist(), Say("after") } });

    [Fact]
    public void Persist_BesideBranches_RestoresQueuedBranches() => AssertSame(new Workflow.Statements.Parallel
    {
        Branches =
        {
            new Sequence { Activities = { Say("a1"), new Persist(), Say("a2") } },
            new Sequence { Activities = { Say("b1"), Say("b2") } },
            Say("c"),
        },
    });

    [Fact]
    public void Persist_TwiceAtOnce_SavesTwiceAfterLoad() => AssertSame(new Workflow.Statements.Parallel
    {
        Branches =
        {
            new Sequence { Activities = { new Persist(), Say("a") } },
            new Sequence { Activities = { new Persist(), Say("b") } },
        },
    });

    [Fact]
    public void Persist_InLoop_SavesInEachIteration()
    {
        DelegateInArgument<string> item = new("item");
        AssertSame(new ForEach<string>
        {
            Values = new InArgument<IEnumerable<string>>(_ => new[] { "x", "y", "z" }),
            Body = new ActivityAction<string>
            {
                Argument = item,
                Handler = new Sequence { Activities = { new Persist(), new Note(_log, context => item.Get(context)) } },
            },
        });
    }

    [Fact]
    public void Persist_FaultQueued_DeliversFaultAfterLoad()
    {
        Probe failing = new(_log, "failing") { Body = context => throw new InvalidOperationException("boom") };
        Probe persisting = new(_log, "persisting", new Persist(), failing);
        Probe root = new(_log, "root", persisting);
        root.Body = context => root.ScheduleGuarded(context, persisting);
        root.OnFault = (context, _, from) =>
        {
            context.HandleFault();
            context.CancelChild(from);
        };
        AssertSame(root);
    }

    /// <summary>The cancel request is processed before the queued exception, so the child that threw the exception has ended at the save.</summary>
    [Theory, Lanes]
    [Rule("3.7")]
    public void Persist_CancelBeforeQueuedException_DeliversItAfterLoad(Lane lane)
    {
        Reloading? running = null;
        Divide<int, int, int> quotient = new()
        {
            Left = new InArgument<int>(_ =>
            {
                running!.Cancel();
                return 1;
            }),
            Right = new InArgument<int>(_ => 0),
        };
        Variable<int> place = new("place");
        Assign<int> failing = new() { To = place, Value = new InArgument<int>(quotient) };
        Sequence cleanUp = new() { Activities = { Say("before"), new Persist() } };
        running = new Reloading(new TryCatch { Variables = { place }, Try = new Sequence { Activities = { failing } }, Finally = cleanUp }, lane);
        running.Start();
        Assert.True(running.IsAtSave);
        Ended ended = running.Reload(lane == Lane.Fast ? Lane.Slow : Lane.Fast).End();
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.IsType<DivideByZeroException>(Assert.IsType<InvalidOperationException>(ended.Reason).InnerException);
        _log.AssertIs("before");
    }

    [Fact]
    public void Persist_CancelQueued_CancelsAfterLoad()
    {
        Probe root = new(_log, "root", new Wait(_log, "deaf") { IsDeaf = true }, new Wait(_log, "wait"), new Persist());
        root.OnChild = (context, completed) =>
        {
            if (completed.Activity is Persist)
            {
                context.CancelChildren();
            }
        };
        AssertSame(root, running => running.Resume("deaf"));
    }

    [Fact]
    public void Persist_TransactionRequested_GrantsItAfterLoad() => AssertSame(new Workflow.Statements.Parallel
    {
        Branches =
        {
            new Workflow.Statements.TransactionScope { Body = new Note(_log, _ => $"in a transaction: {Transaction.Current is not null}") },
            new Sequence { Activities = { new Persist(), Say("saved") } },
        },
    });

    [Fact]
    public void Persist_ArgumentsWait_EvaluatesOthersAfterLoad()
    {
        Variable<int> sum = new("sum");
        AssertSame(
            new Sequence
            {
                Variables = { sum },
                Activities =
                {
                    new Workflow.Statements.Parallel
                    {
                        Branches =
                        {
                            new Assign<int> { To = sum, Value = new InArgument<int>(new WaitFor<int>(_log, "value")) },
                            new Persist(),
                        },
                    },
                    new Note(_log, context => $"sum {sum.Get(context)}"),
                },
            },
            running => running.Resume("value", 5));
    }

    [Theory, Lanes]
    public void Persist_SecondPending_SavesAfterLoad(Lane lane)
    {
        Variable<NoPersistHandle> zone = new("zone");
        Probe holder = new(_log, "holder") { PrivateVariables = { zone } };
        holder.Body = context =>
        {
            zone.Get(context).Enter(context);
            context.CreateBookmark("leave", holder.Resumed);
        };
        holder.OnResume = (context, _, _) => zone.Get(context).Exit(context);
        Workflow.Statements.Parallel workflow = new()
        {
            Branches = { holder, new Sequence { Activities = { new Persist(), Say("a") } }, new Sequence { Activities = { new Persist(), Say("b") } } },
        };
        Reloading running = new Reloading(workflow, lane).Start();
        running.Resume("leave");
        Assert.True(running.IsAtSave);
        Assert.True(running.Reload().IsAtSave);
        running.Reload().End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, running.Saves);
        _log.AssertIs("holder executes", "holder @ leave ", "a", "b");
    }

    private Note Say(string text) => new(_log, _ => text);

    /// <summary>Loads at each save, in both lanes, and compares with a run that does not load.</summary>
    private void AssertSame(Activity workflow, Action<Reloading>? act = null)
    {
        foreach (Lane lane in (Lane[])[Lane.Fast, Lane.Slow])
        {
            _log.Clear();
            Reloading plain = new(workflow, lane) { GoesOnAfterSaves = true };
            plain.Start();
            act?.Invoke(plain);
            Ended expected = plain.End();
            string[] entries = _log.Entries;
            _log.Clear();
            Reloading running = new Reloading(workflow, lane).Start();
            int loads = 0;
            for (; running.IsAtSave; loads++)
            {
                running.Reload(loads % 2 == 0 ? Lane.Fast : Lane.Slow);
            }

            act?.Invoke(running);
            Assert.Equal(expected, running.End() with { Outputs = expected.Outputs });
            _log.AssertIs(entries);
            Assert.Equal(plain.Saves, loads);
        }
    }
}
