using System.ComponentModel;
using Workflow;
using Workflow.Expressions;
using Workflow.Statements;

namespace PortedActivities.Booking;

/// <summary>Reserves a flight and a room, runs the payment, and makes the reservations final; if the payment fails, both are released.</summary>
public sealed class BookTrip : Activity
{
    private readonly Variable<CompensationToken> _flight = new Variable<CompensationToken>("flight");
    private readonly Variable<CompensationToken> _room = new Variable<CompensationToken>("room");

    public BookTrip()
    {
        Implementation = CreateBody;
    }

    [RequiredArgument]
    public InArgument<string> Destination { get; set; }

    /// <summary>The payment. It throws a <see cref="PaymentRefusedException"/> if it fails.</summary>
    [DefaultValue(null)]
    public Activity Payment { get; set; }

    [DefaultValue(null)]
    public OutArgument<bool> IsBooked { get; set; }

    private Activity CreateBody()
    {
        return new Sequence
        {
            Variables = { _flight, _room },
            Activities =
            {
                new CompensableActivity
                {
                    DisplayName = "Flight",
                    Body = Write("reserve a flight to {0}"),
                    ConfirmationHandler = Write("issue the ticket to {0}"),
                    CompensationHandler = Write("release the flight to {0}"),
                    Result = new OutArgument<CompensationToken>(_flight),
                },
                new CompensableActivity
                {
                    DisplayName = "Room",
                    Body = Write("reserve a room in {0}"),
                    CompensationHandler = Write("release the room in {0}"),
                    Result = new OutArgument<CompensationToken>(_room),
                },
                new TryCatch
                {
                    Try = new Sequence { Activities = { Payment ?? new Sequence(), EndWell() } },
                    Catches = { new Catch<PaymentRefusedException> { Action = new ActivityAction<PaymentRefusedException> { Handler = GiveBack() } } },
                },
            },
        };
    }

    private Activity EndWell()
    {
        return new Sequence
        {
            Activities =
            {
                new Confirm { Target = new InArgument<CompensationToken>(_flight) },
                new Confirm { Target = new InArgument<CompensationToken>(_room) },
                new Assign<bool> { To = new OutArgument<bool>(new ArgumentReference<bool>("IsBooked")), Value = new InArgument<bool>(true) },
            },
        };
    }

    private Activity GiveBack()
    {
        return new Sequence
        {
            Activities =
            {
                new Compensate { Target = new InArgument<CompensationToken>(_room) },
                new Compensate { Target = new InArgument<CompensationToken>(_flight) },
            },
        };
    }

    private Activity Write(string format)
    {
        return new WriteJournal { Entry = new InArgument<string>(context => string.Format(format, Destination.Get(context))) };
    }
}
