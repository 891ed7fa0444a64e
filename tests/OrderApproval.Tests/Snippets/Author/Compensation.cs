using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

/// <summary>The code of docs/author/compensation.md.</summary>
internal static class Compensation
{
    public static Activity Trip(Activity payment)
    {
        Variable<CompensationToken> flight = new("flight");
        Variable<CompensationToken> hotel = new("hotel");
        return new Sequence
        {
            Variables = { flight, hotel },
            Activities =
            {
                new CompensableActivity
                {
                    Body = new WriteLine { Text = "book the flight" },
                    CompensationHandler = new WriteLine { Text = "cancel the flight" },
                    ConfirmationHandler = new WriteLine { Text = "issue the ticket" },
                    Result = flight,
                },
                new CompensableActivity
                {
                    Body = new WriteLine { Text = "reserve the room" },
                    CompensationHandler = new WriteLine { Text = "release the room" },
                    Result = hotel,
                },
                new TryCatch
                {
                    Try = payment,
                    Catches =
                    {
                        new Catch<TimeoutException>
                        {
                            Action = new ActivityAction<TimeoutException>
                            {
                                Handler = new Sequence
                                {
                                    Activities =
                                    {
                                        new Compensate { Target = hotel },
                                        new Compensate { Target = flight },
                                    },
                                },
                            },
                        },
                    },
                },
                new WriteLine { Text = "done" },
            },
        };
    }

    public static Activity Seats(IReadOnlyList<string> seats)
    {
        DelegateInArgument<string> seat = new("seat");
        return new ForEach<string>
        {
            Values = new(_ => seats),
            Body = new ActivityAction<string>
            {
                Argument = seat,
                Handler = new CompensableActivity
                {
                    Body = new WriteLine { Text = new(context => $"hold {seat.Get(context)}") },
                    ConfirmationHandler = new WriteLine { Text = new(context => $"sell {seat.Get(context)}") },
                },
            },
        };
    }

    public static Activity Package(Activity excursion)
    {
        Variable<CompensationToken> package = new("package");
        return new Sequence
        {
            Variables = { package },
            Activities =
            {
                new CompensableActivity
                {
                    Body = new Sequence { Activities = { Part("flight"), Part("hotel"), excursion } },
                    CompensationHandler = new Sequence
                    {
                        Activities =
                        {
                            new WriteLine { Text = "inform the customer" },
                            new Compensate(),
                        },
                    },
                    Result = package,
                },
                new Compensate { Target = package },
            },
        };
    }

    public static CompensableActivity Part(string name) => new()
    {
        Body = new WriteLine { Text = $"book the {name}" },
        CompensationHandler = new WriteLine { Text = $"cancel the {name}" },
    };
}
