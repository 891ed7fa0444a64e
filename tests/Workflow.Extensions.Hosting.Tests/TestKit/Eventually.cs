using Workflow.Core.Tests.TestKit;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Waits for conditions that other threads make true.</summary>
internal static class Eventually
{
    public static Task TrueAsync(Func<Task<bool>> condition, Func<string> state) => TrueAsync(condition, state, HangGuard.Limit);

    public static Task TrueAsync(Func<bool> condition, string state = "") => TrueAsync(() => Task.FromResult(condition()), () => state);

    /// <summary>Waits with a limit other than <see cref="HangGuard.Limit"/>.</summary>
    public static Task TrueAsync(Func<bool> condition, TimeSpan limit) => TrueAsync(() => Task.FromResult(condition()), () => string.Empty, limit);

    private static async Task TrueAsync(Func<Task<bool>> condition, Func<string> state, TimeSpan limit)
    {
        long begin = TimeProvider.System.GetTimestamp();
        while (!await condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(begin) < limit, $"It did not become true: {state()}");
            await Task.Delay(TimeSpan.FromMilliseconds(2), TimeProvider.System);
        }
    }
}
