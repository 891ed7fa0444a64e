using OrderApproval.Lines;
using OrderApproval.Orders;

namespace OrderApproval.Tests.Orders;

public sealed class OrderFileTests
{
    private const string Good = """{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2,"unitPrice":1.50}]}""";

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
    [InlineData("{\"id\":", "Expected depth")]
    [InlineData("not json", "invalid")]
    [InlineData("null", "no order")]
    [InlineData("[]", "wrong kind")]
    [InlineData("{}", "'id'")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE"}""", "'lines'")]
    [InlineData("""{"id":"SO-1","placed":"3 March","customer":"C-1","country":"DE","lines":[]}""", "$.placed")]
    [InlineData("""{"id":null,"placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "id")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[null]}""", "no order")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":"2","unitPrice":1}]}""", "$.lines[0].quantity")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[{"sku":"A","name":"a","quantity":2,"unitPrice":1e99}]}""", "$.lines[0].unitPrice")]
    [InlineData("""{"id":"SO-1","id":"SO-2","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "id")]
    [InlineData("""{"id":"SO-1","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[],"note":"soon"}""", "'note'")]
    [InlineData("""{"id":"\ud800","placed":"2025-03-03","customer":"C-1","country":"DE","lines":[]}""", "$.id")]
    public async Task Read_OfAMalformedLine_RefusesItWithItsReason(string line, string reason)
    {
        OrderFile file = await ReadAsync(line);

        Assert.Empty(file.Orders);
        RefusedLine refused = Assert.Single(file.Refused);
        Assert.Equal(1, refused.Number);
        Assert.Contains(reason, refused.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain("LineNumber", refused.Reason, StringComparison.Ordinal);
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
        OrderFile file = await ReadAsync(Good, "", Good);

        Assert.Single(file.Orders);
        Assert.Equal([new RefusedLine(3, "order 'SO-1' is already on line 1.")], file.Refused);
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
