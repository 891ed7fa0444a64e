namespace Workflow.Perf.Activities;

/// <summary>Stands in for <see cref="Empty"/> in the proof that a workload runs what its row says.</summary>
internal sealed class Count(Action counted) : CodeActivity
{
    protected override void Execute(CodeActivityContext context) => counted();
}
