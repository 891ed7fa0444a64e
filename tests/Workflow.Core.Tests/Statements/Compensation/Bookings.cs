using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Creates compensable activities whose parts log entries: <c>a</c>, <c>undo a</c>, <c>keep a</c> and <c>drop a</c>.</summary>
internal sealed class Bookings(Log log)
{
    public CompensableActivity New(string name, Activity? body = null, Variable<CompensationToken>? token = null)
    {
        CompensableActivity booking = Bare(name, body, token);
        booking.CompensationHandler = new Step(log, $"undo {name}");
        booking.ConfirmationHandler = new Step(log, $"keep {name}");
        booking.CancellationHandler = new Step(log, $"drop {name}");
        return booking;
    }

    /// <summary>Creates a compensable activity without handlers.</summary>
    public CompensableActivity Bare(string name, Activity? body = null, Variable<CompensationToken>? token = null)
    {
        CompensableActivity booking = new() { DisplayName = name, Body = body ?? new Step(log, name) };
        if (token is not null)
        {
            booking.Result = token;
        }

        return booking;
    }

    /// <summary>Creates a compensable activity that contains the bookings a, b and c.</summary>
    public CompensableActivity Outer(bool hasHandlers, Variable<CompensationToken>? token = null)
    {
        Sequence inside = InOrder(New("a"), New("b"), New("c"));
        return hasHandlers ? New("outer", inside, token) : Bare("outer", inside, token);
    }

    public static Variable<CompensationToken> Token(string name = "token") => new(name);

    public static Compensate Undo(Variable<CompensationToken>? token = null) =>
        new() { Target = token is null ? null : new InArgument<CompensationToken>(token) };

    public static Confirm Keep(Variable<CompensationToken>? token = null) => new() { Target = token is null ? null : new InArgument<CompensationToken>(token) };

    public static Sequence InOrder(params Activity[] activities) => Within([], activities);

    public static Sequence Within(Variable[] variables, params Activity[] activities)
    {
        Sequence sequence = new();
        Array.ForEach(variables, sequence.Variables.Add);
        Array.ForEach(activities, sequence.Activities.Add);
        return sequence;
    }

    /// <summary>Creates a parallel that completes when one of its branches has completed.</summary>
    public static Parallel Race(params Activity[] branches)
    {
        Parallel race = new() { CompletionCondition = true };
        Array.ForEach(branches, race.Branches.Add);
        return race;
    }

    public static Parallel AtOnce(params Activity[] branches)
    {
        Parallel parallel = new();
        Array.ForEach(branches, parallel.Branches.Add);
        return parallel;
    }

    /// <summary>Creates a try block that logs when it catches an exception.</summary>
    public TryCatch Caught(Activity tried) => new()
    {
        Try = tried,
        Catches = { new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new Step(log, "catch") } } },
    };
}
