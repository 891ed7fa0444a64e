using Workflow.Foundation;

namespace Workflow.Core.Tests.Foundation;

public sealed class RandomIdsTests
{
    [Fact]
    public void Next_OverSeveralBatches_IsEachTimeAnotherRandomId()
    {
        Guid[] ids = [.. Enumerable.Range(0, 1_000).Select(_ => RandomIds.Next())];
        Assert.Equal(ids.Length, ids.Distinct().Count());
        Assert.All(ids, id => Assert.Equal((4, 8), (id.Version, id.Variant & 0xC)));
    }

    [Fact]
    public async Task Next_OnSeveralThreads_NeverRepeats()
    {
        Guid[][] ids = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => Enumerable.Range(0, 200).Select(_ => RandomIds.Next()).ToArray())));
        Assert.Equal(800, ids.SelectMany(some => some).Distinct().Count());
    }
}
