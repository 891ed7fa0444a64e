namespace Workflow.Core.Tests.TestKit;

/// <summary>The maximum time that a test waits for an event that must occur at once. A defect then fails the test instead of blocking it.</summary>
internal static class HangGuard
{
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
}
