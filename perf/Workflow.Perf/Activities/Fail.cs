namespace Workflow.Perf.Activities;

/// <summary>
/// A user's activity that throws. The shipped Throw activity passes its exception on as a value; this activity always causes a throw in the runtime.
/// </summary>
internal sealed class Fail : CodeActivity
{
    protected override void Execute(CodeActivityContext context) => throw new InvalidOperationException("It always fails.");
}
