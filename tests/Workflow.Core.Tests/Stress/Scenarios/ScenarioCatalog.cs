using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>The scenarios: between them all ways to wait that an instance has.</summary>
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
            Activities = { new While(context => count.Get(context) < Rounds) { Body = In(new Take("next"), new Assign<int> { To = new(count), Value = new(context => count.Get(context) + 1) }) } },
        })
        {
            Places = ["next"],
            WaitsAt = told => told.Count("next") < Rounds ? ["next"] : [],
            HasEnded = told => told.Count("next") == Rounds,
        };
    }

    private static Scenario Inbox() => new("Inbox", () => new Take("inbox") { Count = Rounds })
    {
        Places = ["inbox"],
        WaitsAt = told => told.Count("inbox") < Rounds ? ["inbox"] : [],
        HasEnded = told => told.Count("inbox") == Rounds,
    };

    private static Scenario Forked() => new("Forked", () => new Parallel
    {
        Branches =
        {
            new Take("a"),
            In(new Take("b"), new Take("c")),
            new Pick { Branches = { new PickBranch { Trigger = new Take("p"), Action = new Take("q") }, new PickBranch { Trigger = new Take("r"), Action = new Mark("picked") } } },
        },
    })
    {
        Places = ["a", "b", "c", "p", "q", "r"],
        WaitsAt = told => Where(
            ("a", !told.Has("a")),
            ("b", !told.Has("b")),
            ("c", told.Has("b") && !told.Has("c")),
            ("p", !told.Has("p") && !told.Has("r")),
            ("q", told.Has("p") && !told.Has("q")),
            ("r", !told.Has("p") && !told.Has("r"))),
        HasEnded = told => told.Count("a") == 1 && told.Count("c") == 1 && told.Count("q") + told.Count("picked") == 1,
    };

    private static Scenario Patient() => new("Patient", () => In(
        new Take("start"),
        Wait(1),
        new Mark("woke"),
        new Pick { Branches = { new PickBranch { Trigger = Wait(2), Action = new Mark("late") }, new PickBranch { Trigger = new Take("answer"), Action = new Mark("timely") } } }))
    {
        Places = ["start", "answer"],
        WaitsAt = told => Where(("start", !told.Has("start")), ("answer", told.Has("woke") && !told.Has("answer") && !told.Has("late"))),
        HasEnded = told => told.Count("woke") == 1 && told.Count("late") + told.Count("timely") == 1,
    };

    private static Scenario Guarded() => new("Guarded", () => new TryCatch
    {
        Try = In(new Take("try") { FailsOnOdd = true }, new Take("more")),
        Catches = { new Catch<FormatException> { Action = Handlers.Action<FormatException>(_ => In(new Mark("caught"), new Take("amend"))) } },
        Finally = new Mark("finally"),
    })
    {
        Places = ["try", "more", "amend"],
        WaitsAt = told => Where(
            ("try", !told.Has("try")), ("more", told.Has("try") && !told.IsOdd("try") && !told.Has("more")), ("amend", told.Has("caught") && !told.Has("amend"))),
        HasEnded = told => told.Count("finally") == 1 && (told.IsOdd("try") ? told.Count("caught") == 1 && told.Has("amend") : told.Has("more")),
        IsCanceledRightly = told => told.Count("finally") == 1 || !told.Has("try"),
    };

    private static Scenario Compensated() => new("Compensated", () => In(
        new CompensableActivity { Body = In(new Take("book"), new Mark("booked")), CompensationHandler = new Mark("undone"), ConfirmationHandler = new Mark("kept") },
        new Take("pay") { FailsOnOdd = true }))
    {
        Places = ["book", "pay"],
        WaitsAt = told => Where(("book", !told.Has("book")), ("pay", told.Has("booked") && !told.Has("pay"))),
        HasEnded = told => told.Count("kept") == 1 && !told.Has("undone") && told.Has("pay"),
        IsCanceledRightly = told => told.Count("undone") == told.Count("booked") && !told.Has("kept"),
    };

    private static Scenario Fetching() => new("Fetching", () => In(new Take("ask"), new Fetch(), new Mark("fetched"), new Take("use")))
    {
        Places = ["ask", "use"],
        WaitsAt = told => Where(("ask", !told.Has("ask")), ("use", told.Has("fetched") && !told.Has("use"))),
        HasEnded = told => told.Count("ask") == 1 && told.Count("fetched") == 1 && told.Count("use") == 1,
    };

    private static Scenario Saving() => new("Saving", () => In(
        new Take("first"), new Parallel { Branches = { In(new Persist(), new Mark("saved")), new Take("second"), In(new Mark("beside"), new Persist(), new Mark("again")) } }, new Take("third")))
    {
        Places = ["first", "second", "third"],
        WaitsAt = told => Where(
            ("first", !told.Has("first")), ("second", told.Has("first") && !told.Has("second")), ("third", told.Has("second") && !told.Has("third"))),
        HasEnded = told => told.Count("saved") == 1 && told.Count("again") == 1 && told.Count("third") == 1,
    };

    private static Scenario Moving()
    {
        State on = new() { DisplayName = "on", Entry = new Mark("on") }, off = new() { DisplayName = "off", Entry = new Mark("off") }, done = new() { DisplayName = "done", IsFinal = true, Entry = new Mark("done") };
        on.Transitions.Add(new Transition { Trigger = new Take("stop"), To = off });
        on.Transitions.Add(new Transition { Trigger = new Take("touch"), To = on });
        off.Transitions.Add(new Transition { Trigger = new Take("start"), To = on });
        off.Transitions.Add(new Transition { Trigger = new Take("leave"), To = done });
        return new("Moving", () => new StateMachine { InitialState = on, States = { on, off, done } })
        {
            Places = ["stop", "leave", "touch", "start"],
            WaitsAt = told => told.Has("done") ? [] : told.Count("start") == told.Count("stop") ? ["stop", "touch"] : ["leave", "start"],
            HasEnded = told => told.Count("done") == 1 && told.Count("off") == told.Count("stop") && told.Count("on") == 1 + told.Count("touch") + told.Count("start"),
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
