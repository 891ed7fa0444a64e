namespace Workflow.Perf.ByHand;

/// <summary>Replaces <see cref="EmptyStep"/> in tests that count the steps that run.</summary>
internal sealed class CountStep(Action counted) : Step
{
    public override void Run() => counted();
}
