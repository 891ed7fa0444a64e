namespace Workflow.Core.Tests.TestKit;

/// <summary>How long a test waits for what must come at once: only so that a defect fails and does not hang.</summary>
internal static class HangGuard
{
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
}
