using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>Executes the side effects that a spec defines for user code.</summary>
internal static class Deeds
{
    public static void Do(this Stage stage, Deed deed, string label, ActivityContext context, params IEnumerable<Argument> own)
    {
        switch (deed)
        {
            case Deed.ThrowA:
                throw new FaultA(label);
            case Deed.ThrowB:
                throw new FaultB(label);
            case Deed.ThrowC:
                throw new FaultC(label);
            case Deed.CancelWorkflow:
                stage.Running!.Cancel();
                break;
            case Deed.KeepContext:
                stage.Keep(label, context);
                break;
            case Deed.KeepLocations:
                foreach (Argument argument in own)
                {
                    stage.Keep($"{label}.{argument.Direction}", argument.GetLocation(context));
                }

                break;
            case Deed.ChangeInput:
                foreach (InArgument<int> argument in own.OfType<InArgument<int>>())
                {
                    argument.Set(context, 77);
                    stage.Add($"{label} changed its input to {argument.Get(context)}");
                }

                break;
        }
    }

    public static Exception Fault(FaultKind kind, string message) => kind switch
    {
        FaultKind.A => new FaultA(message),
        FaultKind.B => new FaultB(message),
        _ => new FaultC(message),
    };
}
