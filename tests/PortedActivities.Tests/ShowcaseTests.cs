namespace PortedActivities.Tests;

public sealed class ShowcaseTests
{
    private const string Expected = """
        PrioritySequence put out the fire, water the plants, read the paper (3 steps)
        ReceiveReply     Ann outside: coming
        ReadTextFile     read 25 characters: socks, a book, the tickets
        RetryScope       no answer, no answer, an answer
        ParallelMap      the squares of 3, 1, 4 are 9, 1, 16
        BookTrip         reserve a flight to Oslo, reserve a room in Oslo, release the room in Oslo, release the flight to Oslo
        CultureScope     outside, inside, outside: 1,234.50 1.234,50 1,234.50
        Logged           Sum started, Sum closed: 42
        ComputeInvoice   200.00 and 38.00 tax make 238.00
        TimeoutScope     started, given up
        TransferAmount   30 moved, 500 refused: A has -30, B has 30
        """;

    [Fact]
    public async Task Run_OfTheShowcase_ShowsEachActivityInALine()
    {
        using StringWriter output = new();
        await new Showcase(output).RunAsync();
        Assert.Equal(Expected.ReplaceLineEndings("\n"), output.ToString().TrimEnd().ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Program_Run_Succeeds()
    {
        TextWriter console = Console.Out;
        using StringWriter output = new();
        Console.SetOut(output);
        try
        {
            Assert.Equal(0, await Program.Main());
        }
        finally
        {
            Console.SetOut(console);
        }

        Assert.Equal(Expected.ReplaceLineEndings("\n"), output.ToString().TrimEnd().ReplaceLineEndings("\n"));
    }
}
