using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Reports that an instance has reached a step.</summary>
internal sealed class Reached(int step) : CodeActivity
{
    [RequiredArgument]
    public InArgument<Guid> Instance { get; set; } = null!;

    protected override void Execute(CodeActivityContext context) => Marks.Reach(Instance.Get(context), step);
}
