using FsCheck.Fluent;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

public sealed class RandomRoundsTests
{
    [Fact]
    public void Check_ValueFails_NamesSeedAndValue()
    {
        string first = Message(), second = Message();
        Assert.StartsWith("WORKFLOW_SEED=", first, StringComparison.Ordinal);
        Assert.Contains("is large", first, StringComparison.Ordinal);
        Assert.Equal(first, second);

        static string Message() => Assert.ThrowsAny<XunitException>(() => RandomRounds.Check(
            Arb.From(Gen.Choose(0, int.MaxValue)), 100, (1, 100), value => value > 1000 ? $"{value} is large" : null)).Message;
    }

    [Fact]
    public void Run_TestFails_NamesSeed() =>
        Assert.Contains(
            "boom",
            Assert.ThrowsAny<XunitException>(() => RandomRounds.Run(seed => throw new InvalidOperationException($"boom {seed}"))).Message,
            StringComparison.Ordinal);
}
