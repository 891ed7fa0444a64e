namespace Workflow.Perf.Activities;

/// <summary>A user's activity that does nothing, so that only the cost of the engine is measured.</summary>
internal sealed class Empty : CodeActivity
{
    protected override void Execute(CodeActivityContext context)
    {
    }
}
