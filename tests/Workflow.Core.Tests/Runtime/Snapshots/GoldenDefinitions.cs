using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>The workflows of the golden files. The definitions must not change; a new kind of state gets a new definition.</summary>
internal sealed class GoldenDefinitions(Log log)
{
    /// <summary>One golden file: a definition, the steps before the save, and the steps after it.</summary>
    public sealed record Case(Activity Workflow, Action<Reloading> Before, Action<Reloading> After);

    public IReadOnlyDictionary<string, Case> All() => new Dictionary<string, Case>
    {
        ["values"] = new Case(Values(), _ => { }, running => running.Resume("A", 1)),
        ["loops"] = new Case(Loops(), running => running.Resume("B"), running =>
        {
            running.Resume("B");
            running.Resume("A");
            running.Resume("B");
        }),
        ["fault"] = new Case(Fault(), _ => { }, running => running.Resume("A")),
        ["compensation"] = new Case(Compensation(), running => running.Resume("body"), running => running.Resume("go")),
        ["choices"] = new Case(Choices(), running => running.Resume("first"), running =>
        {
            running.Resume("trigger");
            running.Resume("choice", "x");
            running.Resume("event");
        }),
        ["scopes"] = new Case(Scopes(), _ => { }, running =>
        {
            running.Resume("scoped", Guid.Empty, 1);
            running.Resume("A", 2);
        }),
        ["inputs"] = new Case(Inputs(), _ => { }, running => running.Resume("A")),
        ["queue"] = new Case(MoreGoldenDefinitions.Queued(log), _ => { }, running =>
        {
            GoOn(running);
            running.Resume("A");
            running.Resume("B");
            running.Resume("open");
            running.Cancel();
        }),
        ["transaction"] = new Case(MoreGoldenDefinitions.Transacted(log), _ => { }, running =>
        {
            GoOn(running);
            running.Resume("A");
            running.Resume("B");
        }),
        ["committing"] = new Case(
            MoreGoldenDefinitions.Committing(log),
            running =>
            {
                running.Cancel();
                running.Resume("work");
            },
            GoOn),
        ["undoing"] = new Case(MoreGoldenDefinitions.Undoing(log), _ => { }, running => running.Resume("confirm")),
        ["canceling"] = new Case(MoreGoldenDefinitions.Canceling(log), running => running.Cancel(), running => running.Resume("late")),
        ["preparing"] = new Case(MoreGoldenDefinitions.Preparing(log), _ => { }, running => running.Resume("first", 1)),
        ["ended"] = new Case(MoreGoldenDefinitions.Ended(log), _ => { }, running => running.Resume("A")),
    };

    /// <summary>Reloads an instance that is at one of its own saves, so that it continues.</summary>
    private static void GoOn(Reloading running)
    {
        if (running.IsAtSave)
        {
            running.Reload();
        }
    }

    private Sequence Values()
    {
        Variable<int> number = new("number", 5);
        Variable<string> text = new("text", "text");
        Variable<decimal> amount = new("amount", 1.5m);
        Variable<object> anything = new("anything", _ => new List<int> { 1, 2 });
        Variable<Dictionary<string, int>> map = new("map", _ => new Dictionary<string, int> { ["a"] = 1 });
        Variable<DateTimeOffset?> time = new("time", _ => new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)));
        return new Sequence
        {
            Variables = { number, text, amount, anything, map, time },
            Activities =
            {
                new Wait(log, "A"),
                new Note(log, context =>
                    $"{number.Get(context)} {text.Get(context)} {amount.Get(context)} {((List<int>)anything.Get(context)).Count} {map.Get(context)["a"]} {time.Get(context):O}"),
            },
        };
    }

    private Workflow.Statements.Parallel Loops()
    {
        DelegateInArgument<string> item = new("item");
        Variable<int> count = new("count");
        return new Workflow.Statements.Parallel
        {
            Variables = { count },
            Branches =
            {
                new ForEach<string>
                {
                    Values = new InArgument<IEnumerable<string>>(_ => new[] { "x", "y", "z" }),
                    Body = new ActivityAction<string>
                    {
                        Argument = item,
                        Handler = new Sequence { Activities = { new Wait(log, "B"), new Note(log, context => item.Get(context)) } },
                    },
                },
                new While(context => count.Get(context) < 1)
                {
                    Body = new Sequence
                    {
                        Activities = { new Wait(log, "A"), new Assign<int> { To = count, Value = new InArgument<int>(context => count.Get(context) + 1) } },
                    },
                },
            },
        };
    }

    private TryCatch Fault()
    {
        DelegateInArgument<InvalidOperationException> caught = new("caught");
        return new TryCatch
        {
            Try = new Throw { Exception = new InArgument<Exception>(_ => new InvalidOperationException("boom", new TimeoutException("late"))) },
            Catches =
            {
                new Catch<InvalidOperationException>
                {
                    Action = new ActivityAction<InvalidOperationException>
                    {
                        Argument = caught,
                        Handler = new Sequence
                        {
                            Activities =
                            {
                                new Wait(log, "A"),
                                new Note(log, context => $"{caught.Get(context).Message} {caught.Get(context).InnerException!.Message}"),
                            },
                        },
                    },
                },
            },
            Finally = new Note(log, _ => "finally"),
        };
    }

    private Sequence Compensation()
    {
        Variable<CompensationToken> token = new("token");
        return new Sequence
        {
            Variables = { token },
            Activities =
            {
                new CompensableActivity
                {
                    Result = token,
                    Body = new Sequence
                    {
                        Activities = { new Wait(log, "body"), new CompensableActivity { CompensationHandler = new Note(log, _ => "inner undone") } }
                    },
                    ConfirmationHandler = new Note(log, _ => "confirmed"),
                },
                new CompensableActivity { CompensationHandler = new Note(log, _ => "undone"), ConfirmationHandler = new Note(log, _ => "second confirmed") },
                new Wait(log, "go"),
                new Compensate { Target = token },
            },
        };
    }

    private Sequence Choices()
    {
        State end = new() { DisplayName = "end", IsFinal = true };
        State start = new() { DisplayName = "start", Transitions = { new Transition { Trigger = new Wait(log, "event"), To = end } } };
        return new Sequence
        {
            Activities =
            {
                new Wait(log, "first"),
                new Workflow.Statements.Parallel
                {
                    Branches =
                    {
                        new Pick
                        {
                            Branches =
                            {
                                new PickBranch { Trigger = new Wait(log, "trigger"), Action = new Note(log, _ => "won") },
                                new PickBranch { Trigger = new Wait(log, "other") },
                            },
                        },
                        new Flowchart
                        {
                            StartNode = new FlowSwitch<string>
                            {
                                Expression = new WaitFor<string>(log, "choice"),
                                Cases = { ["x"] = new FlowStep { Action = new Note(log, _ => "x chosen") } },
                            },
                        },
                        new StateMachine { InitialState = start, States = { start, end } },
                    },
                },
            },
        };
    }

    private HandleScope<ExclusiveHandle> Scopes() => new()
    {
        Body = new Workflow.Statements.Parallel
        {
            Branches = { new InScope(log, "scoped", context => context.DefaultBookmarkScope), new Wait(log, "A") },
        },
    };

    private DynamicActivity Inputs() => new()
    {
        Properties =
        {
            new DynamicActivityProperty { Name = "Amount", Type = typeof(InArgument<int>) },
            new DynamicActivityProperty { Name = "Total", Type = typeof(OutArgument<int>) },
        },
        Implementation = () => new Sequence
        {
            Activities =
            {
                new Wait(log, "A"),
                new Assign<int>
                {
                    To = new OutArgument<int>(new Workflow.Expressions.ArgumentReference<int>("Total")),
                    Value = new InArgument<int>(new Workflow.Expressions.ArgumentValue<int>("Amount")),
                },
            },
        },
    };
}
