using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Instances;

/// <summary>Tests that an instance does not see data of an earlier instance of the same shape.</summary>
public sealed class ReusedInstanceTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("4.13")]
    public void CompletionCallback_ChildNotStarted_ReceivesNoResult(Lane lane)
    {
        Sequence root = new() { Activities = { new Expr<int>(_log, "five", () => 5), new Asking(_log, new Expr<int>(_log, "never", () => 6)) } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("five", "Canceled 0");
    }

    /// <summary>Cancels its child before the child starts.</summary>
    private sealed class Asking(Log log, Activity<int> child) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddChild(child);

        protected override void Execute(NativeActivityContext context) => context.CancelChild(context.ScheduleActivity(child, OnCompleted));

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance, int result) =>
            log.Add($"{completedInstance.State} {result}");
    }
}
