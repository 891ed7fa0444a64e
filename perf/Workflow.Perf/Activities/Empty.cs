namespace Workflow.Perf.Activities;

/// <summary>A user's activity that does nothing: what remains is the engine.</summary>
internal sealed class Empty : CodeActivity
{
    protected override void Execute(CodeActivityContext context)
    {
    }
}
