using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>The scenarios. Together they cover all ways in which an instance can wait.</summary>
internal static class ScenarioCatalog
{
    private const int Rounds = 5;

    public static readonly Scenario[] All = [Counter(), Inbox(), Forked(), Patient(), Guarded(), Compensated(), Fetching(), Saving(), Moving()];

    private static Scenario Counter()
    {
        Variable<int> count = new("count");
        return new("Counter", () => new Sequence
        {
            Variables = { count },
            Activities =
            {
                new While(context => count.Get(context) < Rounds)
                {
                    Body = In(new Take("next"), new Assign<int> { To = new(count), Value = new(context => count.Get(context) + 1) })
                }
            },
        })
        {
            Places = ["next"],
            WaitsAt = history => history.Count("next") < Rounds ? ["next"] : [],
            HasEnded = history => history.Count("next") == Rounds,
        };
    }

    private static Scenario Inbox() => new("Inbox", () => new Take("inbox") { Count = Rounds })
    {
        Places = ["inbox"],
        WaitsAt = history => history.Count("inbox") < Rounds ? ["inbox"] : [],
        HasEnded = history => history.Count("inbox") == Rounds,
    };

    private static Scenario Forked() => new("Forked", () => new Parallel
    {
        Branches =
        {
            new Take("a"),
            In(new Take("b"), new Take("c")),
            new Pick
            {
                Branches =
                {
                    new PickBranch { Trigger = new Take("p"), Action = new Take("q") },
                    new PickBranch { Trigger = new Take("r"), Action = new Mark("picked") }
                }
            },
        },
    })
    {
        Places = ["a", "b", "c", "p", "q", "r"],
        WaitsAt = history => Where(
            ("a", !history.Has("a")),
            ("b", !history.Has("b")),
            ("c", history.Has("b") && !history.Has("c")),
            ("p", !history.Has("p") && !history.Has("r")),
            ("q", history.Has("p") && !history.Has("q")),
            ("r", !history.Has("p") && !history.Has("r"))),
        HasEnded = history => history.Count("a") == 1 && history.Count("c") == 1 && history.Count("q") + history.Count("picked") == 1,
    };

    private static Scenario Patient() => new("Patient", () => In(
        new Take("start"),
        Wait(1),
        new Mark("woke"),
        new Pick
        {
            Branches =
            {
                new PickBranch { Trigger = Wait(2), Action = new Mark("late") },
                new PickBranch { Trigger = new Take("answer"), Action = new Mark("timely") }
            }
        }))
    {
        Places = ["start", "answer"],
        WaitsAt = history => Where(("start", !history.Has("start")), ("answer", history.Has("woke") && !history.Has("answer") && !history.Has("late"))),
        HasEnded = history => history.Count("woke") == 1 && history.Count("late") + history.Count("timely") == 1,
    };

    private static Scenario Guarded() => new("Guarded", () => new TryCatch
    {
        Try = In(new Take("try") { FailsOnOdd = true }, new Take("more")),
        Catches = { new Catch<FormatException> { Action = Handlers.Action<FormatException>(_ => In(new Mark("caught"), new Take("amend"))) } },
        Finally = new Mark("finally"),
    })
    {
        Places = ["try", "more", "amend"],
        WaitsAt = history => Where(
            ("try", !history.Has("try")),
            ("more", history.Has("try") && !history.IsOdd("try") && !history.Has("more")),
            ("amend", history.Has("caught") && !history.Has("amend"))),
        HasEnded = history =>
            history.Count("finally") == 1 && (history.IsOdd("try") ? history.Count("caught") == 1 && history.Has("amend") : history.Has("more")),
        IsCanceledRightly = history => history.Count("finally") == 1 || !history.Has("try"),
    };

    private static Scenario Compensated() => new("Compensated", () => In(
        new CompensableActivity
        {
            Body = In(new Take("book"), new Mark("booked")),
            CompensationHandler = new Mark("undone"),
            ConfirmationHandler = new Mark("kept")
        },
        new Take("pay") { FailsOnOdd = true }))
    {
        Places = ["book", "pay"],
        WaitsAt = history => Where(("book", !history.Has("book")), ("pay", history.Has("booked") && !history.Has("pay"))),
        HasEnded = history => history.Count("kept") == 1 && !history.Has("undone") && history.Has("pay"),
        IsCanceledRightly = history => history.Count("undone") == history.Count("booked") && !history.Has("kept"),
    };

    private static Scenario Fetching() => new("Fetching", () => In(new Take("ask"), new Fetch(), new Mark("fetched"), new Take("use")))
    {
        Places = ["ask", "use"],
        WaitsAt = history => Where(("ask", !history.Has("ask")), ("use", history.Has("fetched") && !history.Has("use"))),
        HasEnded = history => history.Count("ask") == 1 && history.Count("fetched") == 1 && history.Count("use") == 1,
    };

    private static Scenario Saving() => new("Saving", () => In(
        new Take("first"),
        new Parallel { Branches = { In(new Persist(), new Mark("saved")), new Take("second"), In(new Mark("beside"), new Persist(), new Mark("again")) } },
        new Take("third")))
    {
        Places = ["first", "second", "third"],
        WaitsAt = history => Where(
            ("first", !history.Has("first")),
            ("second", history.Has("first") && !history.Has("second")),
            ("third", history.Has("second") && !history.Has("third"))),
        HasEnded = history => history.Count("saved") == 1 && history.Count("again") == 1 && history.Count("third") == 1,
    };

    private static Scenario Moving()
    {
        State on = new() { DisplayName = "on", Entry = new Mark("on") },
            off = new() { DisplayName = "off", Entry = new Mark("off") },
            done = new() { DisplayName = "done", IsFinal = true, Entry = new Mark("done") };
        on.Transitions.Add(new Transition { Trigger = new Take("stop"), To = off });
        on.Transitions.Add(new Transition { Trigger = new Take("touch"), To = on });
        off.Transitions.Add(new Transition { Trigger = new Take("start"), To = on });
        off.Transitions.Add(new Transition { Trigger = new Take("leave"), To = done });
        return new("Moving", () => new StateMachine { InitialState = on, States = { on, off, done } })
        {
            Places = ["stop", "leave", "touch", "start"],
            WaitsAt = history => history.Has("done") ? [] : history.Count("start") == history.Count("stop") ? ["stop", "touch"] : ["leave", "start"],
            HasEnded = history =>
                history.Count("done") == 1
                    && history.Count("off") == history.Count("stop")
                    && history.Count("on") == 1 + history.Count("touch") + history.Count("start"),
        };
    }

    private static Sequence In(params Activity[] activities)
    {
        Sequence sequence = new();
        Array.ForEach(activities, sequence.Activities.Add);
        return sequence;
    }

    private static Delay Wait(int minutes) => new() { Duration = new InArgument<TimeSpan>(TimeSpan.FromMinutes(minutes)) };

    private static IEnumerable<string> Where(params (string Place, bool IsOpen)[] places) => places.Where(place => place.IsOpen).Select(place => place.Place);
}
