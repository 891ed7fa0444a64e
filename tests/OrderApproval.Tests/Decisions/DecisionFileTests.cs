using OrderApproval.Approval;
using OrderApproval.Decisions;
using OrderApproval.Lines;

namespace OrderApproval.Tests.Decisions;

public sealed class DecisionFileTests
{
    [Fact]
    public async Task Read_OfGoodLines_GivesTheDecisionsWithTheirLines()
    {
        LineFile<OrderDecision> file = await ReadAsync(
            """{"order":"SO-1","decision":"approve","reason":" as agreed "}""", "", """{"order":"SO-2","decision":"reject"}""");

        Assert.Empty(file.Refused);
        Assert.Equal(
            [new(1, new OrderDecision("SO-1", Choice.Approve, " as agreed ")), new(3, new OrderDecision("SO-2", Choice.Reject))], file.Lines);
        Assert.Equal(
            [new Decision(Outcome.Approved, "as agreed"), new Decision(Outcome.Rejected, "")], file.Lines.Select(line => line.Value.ToDecision()));
    }

    [Theory]
    [InlineData("{\"order\":", "it is no JSON from character 10 on, after field 'order': Expected depth")]
    [InlineData("approve SO-1", "it is no JSON from character 1 on: ")]
    [InlineData("null", "it is no decision.")]
    [InlineData("[]", "it is no decision.")]
    [InlineData("{}", "fields 'order', 'decision' are missing.")]
    [InlineData("""{"order":"SO-1"}""", "field 'decision' is missing.")]
    [InlineData("""{"order":null,"decision":"approve"}""", "field 'order' has no value.")]
    [InlineData("""{"order":"SO-1","decision":"postpone"}""", "field 'decision' has a value of the wrong kind.")]
    [InlineData("""{"order":"SO-1","decision":1}""", "field 'decision' has a value of the wrong kind.")]
    [InlineData("""{"order":"SO-1","decision":null}""", "field 'decision' has a value of the wrong kind.")]
    [InlineData("""{"order":"SO-1","decision":"approve","reason":null}""", "field 'reason' has no value.")]
    [InlineData("""{"order":"SO-1","decision":"approve","decision":"reject"}""", "field 'decision' is there twice.")]
    [InlineData("""{"order":"SO-1","decision":"approve","by":"me"}""", "field 'by' is not known.")]
    public async Task Read_OfAMalformedLine_RefusesItWithItsReason(string line, string reason)
    {
        LineFile<OrderDecision> file = await ReadAsync(line);

        Assert.Empty(file.Lines);
        RefusedLine refused = Assert.Single(file.Refused);
        Assert.Equal(1, refused.Number);
        Assert.StartsWith(reason, refused.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain("LineNumber", refused.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Read_OfTwoDecisionsAboutAnOrder_RefusesTheSecond()
    {
        using TemporaryFile source = new("""{"order":"SO-1","decision":"approve"}""", """{"order":"so-1","decision":"reject"}""");
        LineFile<OrderDecision> file = await DecisionFile.ReadAsync(source.Path, CancellationToken.None);

        Assert.Equal(Choice.Approve, Assert.Single(file.Lines).Value.Decision);
        Assert.Equal([new RefusedLine(source.Path, 2, "order 'so-1' is already on line 1.")], file.Refused);
    }

    [Fact]
    public async Task Read_OfAMissingFile_IsAUsageError()
    {
        UsageException wrong = await Assert.ThrowsAsync<UsageException>(() => DecisionFile.ReadAsync("no such file", CancellationToken.None));
        Assert.StartsWith("The decisions cannot be read: ", wrong.Message, StringComparison.Ordinal);
    }

    private static async Task<LineFile<OrderDecision>> ReadAsync(params string[] lines)
    {
        using TemporaryFile file = new(lines);
        return await DecisionFile.ReadAsync(file.Path, CancellationToken.None);
    }
}
