using Workflow.Perf.Peers.Driving;
using Workflow.Statements;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Makes five steps, each of which is saved before the next. The end of the instance saves the last step.</summary>
internal sealed class FiveStepWorkflow : Activity
{
    public FiveStepWorkflow() => Implementation = () =>
    {
        Variable<int> step = new("step");
        Sequence steps = new() { Variables = { step } };
        for (int i = 1; i < SystemUnderTest.LastStep; i++)
        {
            steps.Activities.Add(new Assign<int> { To = new(context => step.Get(context)), Value = new(context => step.Get(context) + 1) });
            steps.Activities.Add(new Persist());
        }

        steps.Activities.Add(new Reached(SystemUnderTest.LastStep) { Instance = new(context => Instance.Get(context)) });
        return steps;
    };

    [RequiredArgument]
    public InArgument<Guid> Instance { get; set; } = null!;
}
