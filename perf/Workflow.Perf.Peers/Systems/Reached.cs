using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Reports a step.</summary>
internal sealed class Reached(int step) : CodeActivity
{
    [RequiredArgument]
    public InArgument<Guid> Instance { get; set; } = null!;

    protected override void Execute(CodeActivityContext context) => Marks.Reach(Instance.Get(context), step);
}
