using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class CompensationTests
{
    [Fact]
    public void Trip_WhenThePaymentSucceeds_IsConfirmedAtTheEnd() => Assert.Equal(
        "book the flight\nreserve the room\npaid\ndone\nissue the ticket\n",
        GettingStarted.Output(Compensation.Trip(new WriteLine { Text = "paid" })));

    [Fact]
    public void Trip_WhenThePaymentFails_IsUndone() => Assert.Equal(
        "book the flight\nreserve the room\nrelease the room\ncancel the flight\ndone\n",
        GettingStarted.Output(Compensation.Trip(new Throw { Exception = new(_ => new TimeoutException()) })));

    [Fact]
    public void Seats_InALoop_AreSoldEachWithItsOwnValue() =>
        Assert.Equal("hold 1A\nhold 1B\nsell 1B\nsell 1A\n", GettingStarted.Output(Compensation.Seats(["1A", "1B"])));

    [Fact]
    public void Package_Compensated_UndoesItsParts() => Assert.Equal(
        "book the flight\nbook the hotel\nbook the boat\ninform the customer\ncancel the boat\ncancel the hotel\ncancel the flight\n",
        GettingStarted.Output(Compensation.Package(Compensation.Part("boat"))));
}
