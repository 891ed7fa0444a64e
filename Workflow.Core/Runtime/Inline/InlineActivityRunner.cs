using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// The fast path for code activities whose arguments are all inline. Between the start and the end of such an instance nothing else can happen, so its frame
/// stays in the cache, is not linked to its parent, and needs no clean-up. As soon as something could observe the difference,
/// <see cref="InlineFrameCache.Materialize"/> makes it an ordinary instance.
/// </summary>
internal sealed class InlineActivityRunner(RunContext run, FrameStore frames, CompletionCallbacks callbacks)
{
    private readonly Program _program = run.Program;

    /// <summary>Computes a condition for a step program. Only the program uses the value, so the result slot does not change.</summary>
    public bool Evaluate(Frame leaf, ActivityPlan plan)
    {
        Debug.Assert(plan.Activity is Activity<bool>, "A condition is an expression with a result of type bool.");
        CodeActivityContext context = leaf.TakeInlineContext();
        context.IsActive = true;
        context.SeesOuterScopes = true;
        bool result = Unsafe.As<Activity<bool>>(plan.Activity).Evaluate(context);
        context.IsActive = false;
        return result;
    }

    /// <summary>Fills the arguments and runs the activity. Returns true if its result is true.</summary>
    public bool Execute(Frame leaf, ActivityPlan plan)
    {
        CodeActivityContext context = leaf.TakeInlineContext();
        context.IsActive = true;
        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            return ExecuteWithSlots(leaf, plan, context);
        }

        context.SeesOuterScopes = false;
        plan.Activity.RunCode(context, null);

        // Not in a 'finally' block: the propagation of an exception closes the contexts of its source.
        context.IsActive = false;
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool ExecuteWithSlots(Frame leaf, ActivityPlan plan, CodeActivityContext context)
    {
        LocationEnvironment own = leaf.Own!;
        own.Clear(plan.ClearedAtStart);
        Location[] slots = own.Slots;
        if (plan.LeafArguments is { } bindings)
        {
            // Only while the arguments are evaluated: their expressions see all outer scopes, the body sees the activity's own (rule 4.8).
            context.SeesOuterScopes = true;
            LocationEnvironment? scope = own.Parent;
            foreach (ArgumentBinding binding in bindings)
            {
                binding.Fill(context, scope, slots);
            }
        }

        Location? result = plan.ResultSlot < 0 ? null : slots[plan.ResultSlot];
        context.SeesOuterScopes = false;
        plan.Activity.RunCode(context, result);
        context.IsActive = false;
        return (plan.Flags & PlanFlags.YieldsBool) != 0 && Location<bool>.ReadOwn(result!);
    }

    /// <summary>Notifies the parent, whose callback finds the leaf closed.</summary>
    public void Return(Frame parent, Frame leaf)
    {
        leaf.CurrentState = ActivityInstanceState.Closed;
        if (leaf.CompletionKind != CompletionKind.None)
        {
            callbacks.Invoke(parent, leaf);
        }

        // Set back after the callback, because the next use of an inline frame does not set the state.
        leaf.CurrentState = ActivityInstanceState.Executing;
        if (leaf.DelegateArguments is { } arguments)
        {
            leaf.DelegateArguments = null;
            frames.ReturnArguments(arguments, leaf.DelegateNumber);
        }

        Clear(leaf, _program.Plans[leaf.Number]);
    }

    /// <summary>Releases the values of an ended leaf.</summary>
    public void Clear(Frame leaf, ActivityPlan plan)
    {
        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            LocationEnvironment own = leaf.Own!;
            if (own.IsCaptured)
            {
                leaf.SetOwn(null);
            }
            else
            {
                own.Clear(plan.ClearedAtEnd);
            }
        }
    }
}
