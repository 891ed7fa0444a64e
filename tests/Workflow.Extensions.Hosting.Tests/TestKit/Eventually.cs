using Workflow.Core.Tests.TestKit;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Waits for what other threads do.</summary>
internal static class Eventually
{
    public static async Task TrueAsync(Func<Task<bool>> condition, Func<string> state)
    {
        long begin = TimeProvider.System.GetTimestamp();
        while (!await condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(begin) < HangGuard.Limit, $"It did not become true: {state()}");
            await Task.Delay(TimeSpan.FromMilliseconds(2), TimeProvider.System);
        }
    }

    public static Task TrueAsync(Func<bool> condition, string state = "") => TrueAsync(() => Task.FromResult(condition()), () => state);
}
