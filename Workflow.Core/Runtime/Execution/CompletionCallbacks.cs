using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Definition;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>Calls the completion callbacks of native activities.</summary>
internal sealed class CompletionCallbacks(RunContext run)
{
    private readonly Program _program = run.Program;

    /// <summary>Calls the callback that the parent passed when it scheduled the child.</summary>
    public void Invoke(Frame parent, Frame child)
    {
        Debug.Assert(child.IsCompleted && !parent.IsCompleted, "Only the callback of an executing parent is called.");
        Debug.Assert(HasCallbackOfItsKind(child), "The kind says the type of the callback.");
        bool isShipped = (_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) != 0;
        NativeActivityContext context = parent.OpenNativeContext(isShipped);
        switch (child.CompletionKind)
        {
            case CompletionKind.Plain:
                Unsafe.As<CompletionCallback>(child.OnCompleted!)(context, child);
                break;
            case CompletionKind.Result:
                ActivityPlan plan = _program.Plans[child.Number];
                Unsafe.As<ActivityWithResult>(plan.Activity).InvokeCompletion(child.OnCompleted!, context, child, child.Own?.Slots[plan.ResultSlot]);
                break;
            case CompletionKind.DelegateResult:
                _program.Delegates[child.DelegateNumber].Delegate.InvokeCompletion(child.OnCompleted!, context, child, child.DelegateArguments);
                break;
            default:
                Unsafe.As<DelegateCompletionCallback>(child.OnCompleted!)(
                    context, child, _program.Delegates[child.DelegateNumber].Delegate.ReadOutputs(child.DelegateArguments));
                break;
        }

        if (!isShipped)
        {
            parent.DropNativeContext();
        }
    }

    private static bool HasCallbackOfItsKind(Frame child) => child.CompletionKind switch
    {
        CompletionKind.Plain => child.OnCompleted is CompletionCallback,
        CompletionKind.Result => child.OnCompleted is not null && child.Activity is ActivityWithResult,
        CompletionKind.DelegateResult => child.OnCompleted is not null,
        _ => child.OnCompleted is DelegateCompletionCallback,
    };
}
