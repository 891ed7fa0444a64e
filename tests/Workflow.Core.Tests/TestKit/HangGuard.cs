namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// How long a test waits for what must come at once: only so that a defect fails and does not hang. Minutes, because the engine that stands for SQL Server answers
/// a cancellation when its statement ends, which took more than one on a busy machine.
/// </summary>
internal static class HangGuard
{
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);
}
