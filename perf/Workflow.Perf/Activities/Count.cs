namespace Workflow.Perf.Activities;

/// <summary>Replaces <see cref="Empty"/> in the test that a workload runs the activities that its row describes.</summary>
internal sealed class Count(Action counted) : CodeActivity
{
    protected override void Execute(CodeActivityContext context) => counted();
}
