namespace Workflow.Perf.Activities;

/// <summary>A user's activity that throws: the runtime's throw cannot be avoided, unlike that of the shipped Throw.</summary>
internal sealed class Fail : CodeActivity
{
    protected override void Execute(CodeActivityContext context) => throw new InvalidOperationException("It always fails.");
}
