namespace Workflow.Perf.ByHand;

/// <summary>Stands in for <see cref="EmptyStep"/> where the steps that run are counted.</summary>
internal sealed class CountStep(Action counted) : Step
{
    public override void Run() => counted();
}
