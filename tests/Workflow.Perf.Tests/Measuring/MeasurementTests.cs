using Workflow.Perf.Measuring;

namespace Workflow.Perf.Tests.Measuring;

public sealed class MeasurementTests
{
    private static readonly Pace OneBatch = new(3, TimeSpan.FromTicks(1), TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);

    [Fact]
    public void Of_AnyTrial_HasOneFigureOfEachBatch()
    {
        Measurement measured = Measurement.Of(new Trial(new Subject(static _ => { }), new Subject(static _ => { })), OneBatch);

        Assert.Equal(3, measured.Workflow.Batches.Count);
        Assert.Equal(3, measured.ByHand.Batches.Count);
        Assert.Null(measured.Comparison);
    }

    [Fact]
    public void Of_TwoSubjects_AlternatesTheOrder()
    {
        List<string> order = [];
        Subject first = new(_ => order.Add("first")), second = new(_ => order.Add("second"));

        Measurement.Of(new Trial(first, second), OneBatch);

        // The last three batches alternate: forward, backward, forward.
        Assert.Equal(["first", "second", "second", "first", "first", "second"], order.TakeLast(6));
    }

    [Fact]
    public void Of_TrialWithScope_DisposesIt()
    {
        Closing around = new();

        Measurement.Of(new Trial(new Subject(static _ => { }), new Subject(static _ => { })) { Around = () => around }, OneBatch);

        Assert.True(around.IsClosed);
    }

    private sealed class Closing : IDisposable
    {
        public bool IsClosed { get; private set; }

        public void Dispose() => IsClosed = true;
    }
}
