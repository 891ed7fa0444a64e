using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Tests.Events;

public sealed class PayloadBufferTests
{
    [Fact]
    public void Buffer_RentedTwice_IsNotShared()
    {
        PayloadBuffer outer = PayloadBuffer.Rent(), inner = PayloadBuffer.Rent();
        Assert.NotSame(outer, inner);
        inner.Return();
        outer.Return();
        Assert.Same(outer, PayloadBuffer.Rent());
    }

    [Fact]
    public void Buffer_OfALargePayload_IsNotPooled()
    {
        PayloadBuffer small = PayloadBuffer.Rent();
        small.Fill([new string('x', 1000)]);
        small.Return();
        PayloadBuffer again = PayloadBuffer.Rent();
        Assert.Same(small, again);
        again.Fill([new string('x', 20_000)]);
        again.Return();
        Assert.NotSame(again, PayloadBuffer.Rent());
    }

    [Fact]
    public void Payload_OfAllKindsOfValues_IsContiguous()
    {
        byte[] bytes = PayloadBuffer.Rent().Fill(
            [1L, "a", true, new Guid(1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]), 7, DateTime.FromFileTimeUtc(2), DateTime.MinValue]);
        Assert.Equal(
            [
                1, 0, 0, 0, 0, 0, 0, 0, (byte)'a', 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11,
                7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ],
            bytes[..52]);
    }
}
