using OrderApproval.Lines;
using OrderApproval.Orders;

namespace OrderApproval.Tests.Orders;

public sealed class OrderFileTests
{
    private const string Good =
        """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2,"unitPrice":1.50}]}""";

    [Fact]
    public async Task Read_OfAGoodLine_GivesTheOrder()
    {
        OrderFile file = await ReadAsync(Good);

        Order order = Assert.Single(file.Orders);
        Assert.Equal(("SO-1", new DateOnly(2025, 3, 3), "C-1", "DE"), (order.Id, order.Placed, order.Customer, order.Country));
        Assert.Equal([new OrderLine("A", "a", 2, 1.50m)], order.Lines);
        Assert.Empty(file.Refused);
    }

    [Theory]
    [InlineData(
        "{\"id\":",
        "it is no JSON from character 7 on, after field 'id': Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.")]
    [InlineData("""{"id":"","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "field 'id' has 0 characters; use 1 to 100, without U+0000.")]
    [InlineData(
        """{"id":"SO\u0000","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""",
        "field 'id' has 3 characters; use 1 to 100, without U+0000.")]
    [InlineData("not json", "it is no JSON from character 2 on: 'not json' is an invalid JSON literal. Expected the literal 'null'.")]
    [InlineData("null", "it is no order.")]
    [InlineData("[]", "it is no order.")]
    [InlineData("{}", "fields 'id', 'placed', 'customer', 'country', 'lines' are missing.")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE"}""", "field 'lines' is missing.")]
    [InlineData("""{"id":"SO-1","placed":"3 March","customer":"C-1","country":"DE","lines":[]}""", "field 'placed' has a value of the wrong kind.")]
    [InlineData("""{"id":null,"placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "field 'id' has no value.")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[null]}""", "field 'lines[0]' has no value.")]
    [InlineData(
        """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":"2","unitPrice":1}]}""",
        "field 'lines[0].quantity' has a value of the wrong kind.")]
    [InlineData(
        """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2,"unitPrice":1e99}]}""",
        "field 'lines[0].unitPrice' has a value of the wrong kind.")]
    [InlineData(
        """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2}]}""",
        "field 'lines[0].unitPrice' is missing.")]
    [InlineData("""{"id":"SO-1","id":"SO-2","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "field 'id' is there twice.")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[],"note":"soon"}""", "field 'note' is not known.")]
    [InlineData("""{"id":"\ud800","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "field 'id' has a value of the wrong kind.")]
    public async Task Read_OfAMalformedLine_RefusesItWithItsReason(string line, string reason)
    {
        OrderFile file = await ReadAsync(line);

        Assert.Empty(file.Orders);
        RefusedLine refused = Assert.Single(file.Refused);
        Assert.Equal((1, reason), (refused.Number, refused.Reason));
    }

    [Fact]
    public async Task Read_OfMixedLines_KeepsTheGoodOnesAndCountsEmptyOnes()
    {
        OrderFile file = await ReadAsync(Good, "", "oops", Good.Replace("SO-1", "SO-2", StringComparison.Ordinal), "   ");

        Assert.Equal(["SO-1", "SO-2"], file.Orders.Select(order => order.Id));
        Assert.Equal([3], file.Refused.Select(line => line.Number));
    }

    [Fact]
    public async Task Read_OfTheSameOrderTwice_RefusesTheSecond()
    {
        using TemporaryFile source = new(Good, "", Good.Replace("SO-1", "so-1", StringComparison.Ordinal));
        OrderFile file = await OrderFile.ReadAsync(source.Path, CancellationToken.None);

        Assert.Single(file.Orders);
        Assert.Equal([new RefusedLine(source.Path, 3, "order 'so-1' is already on line 1.")], file.Refused);
        Assert.Equal($"{source.Path}, line 3 is rejected: order 'so-1' is already on line 1.", file.Refused[0].ToString());
    }

    [Fact]
    public async Task Read_OfAMissingFile_IsAUsageError() =>
        await Assert.ThrowsAsync<UsageException>(() => OrderFile.ReadAsync("no such file", CancellationToken.None));

    [Fact]
    public async Task Read_OfADirectory_IsAUsageError() =>
        await Assert.ThrowsAsync<UsageException>(() => OrderFile.ReadAsync(Path.GetTempPath(), CancellationToken.None));

    private static async Task<OrderFile> ReadAsync(params string[] lines)
    {
        using TemporaryFile file = new(lines);
        return await OrderFile.ReadAsync(file.Path, CancellationToken.None);
    }
}
