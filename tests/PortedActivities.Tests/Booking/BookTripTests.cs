using PortedActivities.Booking;

namespace PortedActivities.Tests.Booking;

public sealed class BookTripTests
{
    private const string FlightReserved = "reserve a flight to Oslo";
    private const string RoomReserved = "reserve a room in Oslo";
    private const string RoomReleased = "release the room in Oslo";
    private const string FlightReleased = "release the flight to Oslo";
    private const string TicketIssued = "issue the ticket to Oslo";

    private readonly Log _log = new();
    private readonly BookingJournal _journal = new();

    [Fact]
    public async Task Trip_ThatIsPaid_IsConfirmed()
    {
        IDictionary<string, object?> outputs = await Start(new Step(_log, "paid")).OutputsAsync();
        Assert.True((bool)outputs["IsBooked"]!);
        Assert.Equal([FlightReserved, RoomReserved, TicketIssued], _journal.Entries);
    }

    [Fact]
    public async Task Trip_WithoutPayment_IsConfirmed()
    {
        Assert.True((bool)(await Start(null).OutputsAsync())["IsBooked"]!);
        Assert.Equal([FlightReserved, RoomReserved, TicketIssued], _journal.Entries);
    }

    [Fact]
    public async Task Trip_PaymentRefused_CompensatesInReverseOrder()
    {
        IDictionary<string, object?> outputs = await Start(new Step(_log, "refused", new PaymentRefusedException())).OutputsAsync();
        Assert.False((bool)outputs["IsBooked"]!);
        Assert.Equal([FlightReserved, RoomReserved, RoomReleased, FlightReleased], _journal.Entries);
    }

    [Fact]
    public async Task Cancel_PaymentPending_CompensatesInReverseOrder()
    {
        Started run = Start(new Wait(_log, "payment"));
        Assert.Equal([FlightReserved, RoomReserved], _journal.Entries);
        run.Cancel();

        await run.AssertCanceledAsync();
        Assert.Equal([FlightReserved, RoomReserved, RoomReleased, FlightReleased], _journal.Entries);
    }

    [Fact]
    public async Task Fault_NoRefusal_EndsWithoutCompensation()
    {
        InvalidTimeZoneException thrown = new();
        await Start(new Step(_log, "fails", thrown)).AssertFailedAsync(thrown);
        Assert.Equal([FlightReserved, RoomReserved], _journal.Entries);
    }

    [Fact]
    public async Task Trips_InALoop_KeepTheirOwnDestinations()
    {
        DelegateInArgument<string> town = new("town");
        ForEach<string> trips = new()
        {
            Values = new(_ => new[] { "Rome", "Bern" }),
            Body = new ActivityAction<string> { Argument = town, Handler = new BookTrip { Destination = town } },
        };

        await new Started(trips, _journal).OutputsAsync();
        Assert.Equal(
            [
                "reserve a flight to Rome", "reserve a room in Rome", "issue the ticket to Rome",
                "reserve a flight to Bern", "reserve a room in Bern", "issue the ticket to Bern"
            ],
            _journal.Entries);
    }

    [Fact]
    public void Host_WithoutAJournal_IsRefusedByValidation()
    {
        ValidationException missing = Assert.Throws<ValidationException>(() => WorkflowInvoker.Invoke(new BookTrip { Destination = "Oslo" }));
        Assert.Contains(nameof(BookingJournal), missing.Message, StringComparison.Ordinal);
    }

    private Started Start(Activity? payment) => new(new BookTrip { Destination = "Oslo", Payment = payment }, _journal);
}
