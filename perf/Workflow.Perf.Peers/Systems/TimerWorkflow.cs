using Workflow.Perf.Peers.Driving;
using Workflow.Statements;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Waits until a time.</summary>
internal sealed class TimerWorkflow : Activity
{
    public TimerWorkflow() => Implementation = () => new Sequence
    {
        Activities =
        {
            new Delay { Duration = new(context => Due.Get(context) - TimeProvider.System.GetUtcNow()) },
            new Reached(SystemUnderTest.Due) { Instance = new(context => Instance.Get(context)) },
        },
    };

    [RequiredArgument]
    public InArgument<Guid> Instance { get; set; } = null!;

    [RequiredArgument]
    public InArgument<DateTimeOffset> Due { get; set; } = null!;
}
