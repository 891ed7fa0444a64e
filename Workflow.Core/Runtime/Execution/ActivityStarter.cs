using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Definition;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Operations;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>Prepares an activity instance by filling its arguments and variables, and calls its body.</summary>
internal sealed class ActivityStarter(
    RunContext run, WorkQueue queue, Scheduler scheduler, EvaluationContexts evaluations, AsyncOperations operations, FaultPropagation faults)
{
    private readonly Program _program = run.Program;

    /// <summary>True while the running item is the one that evaluates the next expression (rule 9.3).</summary>
    private bool _isExpressionsItem;

    /// <summary>True if a participant wants records of activities.</summary>
    private bool IsTracked => (queue.Signals & Signals.Tracked) != 0;

    /// <summary>
    /// Starts an instance, or continues its preparation. If an expression must be scheduled first, this method is called again when the expression has ended.
    /// </summary>
    public void Start(Frame frame)
    {
        Debug.Assert(!frame.IsCompleted && frame.Stage < InstanceStage.Executing, "A body begins once.");
        if (frame.IsCancellationRequested)
        {
            // Canceled before its body: neither Execute nor Cancel is called, and the instance ends once nothing of it runs (rule 2.2).
            return;
        }

        if (IsTracked && ReferenceEquals(frame, run.State.Root) && frame.Stage == InstanceStage.Created)
        {
            // All other instances are reported when they are scheduled; the root counts as scheduled when it first runs (rule 15.7).
            run.Reporter!.Activities.Scheduled(null, frame);
        }

        ActivityPlan plan = _program.Plans[frame.Number];
        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            if (frame.Stage == InstanceStage.Created)
            {
                // At the start, not only at the end: a handler that failed, or a location that code of the application kept, may have left values.
                frame.Own!.Clear(plan.ClearedAtStart);
            }

            if (((plan.Flags & PlanFlags.NeedsPreparation) != 0 || frame.Overrides is not null) && !Prepare(frame, plan))
            {
                return;
            }
        }

        // Before the body: from here on, a cancel request calls the activity's own method, and an exception of the body comes from an executing instance
        // (rule 2.2).
        frame.Stage = InstanceStage.Executing;
        if (IsTracked)
        {
            run.Reporter!.Activities.Reached(frame, ActivityInstanceState.Executing, InstanceStage.Executing);
        }

        RunBody(frame, plan);
    }

    // Inlined, like the method that runs an item: together this saves 3 % of an empty invocation.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RunBody(Frame frame, ActivityPlan plan)
    {
        switch (plan.Kind)
        {
            case ActivityKind.Native when run.Inline.TryBegin(frame, plan) == true:
                break;

            case ActivityKind.Native:
                RunNative(frame, plan);
                break;

            case ActivityKind.Code:
            case ActivityKind.CodeWithResult:
                CodeActivityContext code = OpenCodeContext(frame);
                plan.Activity.RunCode(code, plan.ResultSlot < 0 ? null : frame.Own!.Slots[plan.ResultSlot]);
                code.IsActive = false;
                break;

            case ActivityKind.Asynchronous:
                operations.Start(frame, (IAsyncCodeActivity)plan.Activity);
                break;

            default:
                if (plan.Implementation >= 0)
                {
                    scheduler.ScheduleImplementation(frame, plan.Implementation);
                }

                break;
        }
    }

    private void RunNative(Frame frame, ActivityPlan plan)
    {
        bool isShipped = (plan.Flags & PlanFlags.IsShipped) != 0;
        plan.Activity.RunNative(frame.OpenNativeContext(isShipped));
        if (!isShipped)
        {
            frame.DropNativeContext();
        }
    }

    private CodeActivityContext OpenCodeContext(Frame frame)
    {
        CodeActivityContext context = frame.TakeCodeContext();
        context.SeesOuterScopes = false;
        context.IsActive = true;
        return context;
    }

    private ActivityContext OpenEvaluation(Frame frame, ActivityPlan plan) =>
        plan.Kind is ActivityKind.Code or ActivityKind.CodeWithResult ? frame.OpenEvaluation() : evaluations.Open(frame);

    /// <summary>
    /// Evaluates the next argument in an item of its own, with the inline arguments that follow it. The body then has its own item too (rule 9.3).
    /// </summary>
    public void EvaluateNext(Frame frame)
    {
        if (!frame.IsCancellationRequested)
        {
            _isExpressionsItem = true;
            FillArguments(frame, _program.Plans[frame.Number]);
        }
    }

    /// <summary>Returns true when all arguments and variables are filled.</summary>
    private bool Prepare(Frame frame, ActivityPlan plan)
    {
        if (frame.Stage <= InstanceStage.ResolvingArguments)
        {
            frame.Stage = InstanceStage.ResolvingArguments;
            if (!FillArguments(frame, plan) || frame.ChildCount > 0)
            {
                return false;
            }

            frame.Stage = InstanceStage.ResolvingVariables;
            if (plan.Handles is { } variables)
            {
                HandleLifetimes.Initialize(frame, variables);
            }

            if (plan.Variables is { } bindings && FillVariables(frame, bindings))
            {
                return false;
            }
        }

        if (frame.Has(InstanceFlags.InitializationIncomplete))
        {
            frame.Flags &= ~InstanceFlags.InitializationIncomplete;
            throw new InvalidOperationException(
                $"'{frame.Activity.DisplayName}' cannot run: the expression of an argument or of a variable's default did not complete.");
        }

        return true;
    }

    private bool FillArguments(Frame frame, ActivityPlan plan)
    {
        PlannedBinding[] bindings = plan.Arguments ?? [];
        if (frame is { Overrides: not null, Position: 0 })
        {
            ApplyOverrides(frame, plan);
        }

        if (frame.Position >= bindings.Length)
        {
            return true;
        }

        ActivityContext context = OpenEvaluation(frame, plan);
        Location[] slots = frame.Own!.Slots;
        while (frame.Position < bindings.Length)
        {
            ref PlannedBinding binding = ref bindings[frame.Position];
            if (frame.Overrides is { } overrides && IsOverridden(overrides, plan, binding.Binding.Slot))
            {
                frame.Position++;
            }
            else if (binding.Kind == BindingKind.Inline)
            {
                // Counted after it has its value, because participants receive only arguments that have one (rule 15.3).
                binding.Binding.Fill(context, frame.Own!.Parent, slots);
                frame.Position++;
            }
            else if (!FillByInstance(frame, binding, bindings.Length))
            {
                context.IsActive = false;
                return false;
            }
        }

        context.IsActive = false;
        return true;
    }

    /// <summary>
    /// Evaluates an expression that has an instance of its own. Returns true if the expression has completed; false if it failed, or runs in a later item.
    /// </summary>
    private bool FillByInstance(Frame frame, in PlannedBinding binding, int count)
    {
        if (binding.Kind == BindingKind.OwnItem)
        {
            if ((queue.Signals & Signals.ThreadProperties) != 0 && !_isExpressionsItem)
            {
                frame.PendingWork++;
                queue.PushFront(new WorkItem(WorkKind.EvaluateNext, frame));
                return false;
            }

            frame.Position++;
            _isExpressionsItem = false;
            return RunInOwnItem(frame, binding.Binding);
        }

        if (++frame.Position < count)
        {
            // The expression, with all that it does synchronously, goes in front of this item. If the expression waits, the next argument need not wait.
            frame.PendingWork++;
            queue.PushFront(new WorkItem(WorkKind.ResolveNext, frame));
        }

        scheduler.ScheduleExpression(frame, binding.Binding, frame.Own!.Parent);
        return false;
    }

    /// <summary>Runs a code activity without arguments of its own in the item of its owner, although it has an activity instance (rule 4.11).</summary>
    private bool RunInOwnItem(Frame owner, ArgumentBinding binding)
    {
        Frame expression = scheduler.CreateExpression(owner, binding, owner.Own!.Parent);
        ActivityReports? reports = IsTracked ? run.Reporter!.Activities : null;
        try
        {
            // Not linked while it runs, because nothing can observe it. After a failure it is linked before the exception is raised, so that it is torn down as
            // a child.
            expression.Stage = InstanceStage.Executing;
            reports?.Scheduled(owner, expression);
            reports?.Reached(expression, ActivityInstanceState.Executing, InstanceStage.Executing);
            CodeActivityContext context = OpenCodeContext(expression);
            expression.Own!.Clear(expression.Plan.ClearedAtStart);
            Location result = expression.Own.Slots[expression.Plan.ResultSlot];
            binding.Expression.RunCode(context, result);
            context.IsActive = false;
            binding.Complete(result, owner.Own.Slots);
            expression.CurrentState = ActivityInstanceState.Closed;
            expression.Stage = InstanceStage.Completed;
            reports?.Reached(expression, ActivityInstanceState.Closed, InstanceStage.Executing);
        }
        catch (Exception exception)
        {
            // The expression, not its owner, is the source of what it throws (rule 4.12).
            FrameTree.Link(owner, expression);
            faults.Raise(expression, exception);
            return false;
        }

        scheduler.Release(expression);
        return true;
    }

    /// <summary>
    /// Computes inline defaults now and in order. Schedules the others together, so that they run in reverse order (rule 4.6). Returns true if any was
    /// scheduled.
    /// </summary>
    private bool FillVariables(Frame frame, PlannedBinding[] bindings)
    {
        ActivityContext context = OpenEvaluation(frame, frame.Plan);
        bool scheduled = false;

        // First all defaults that need no instance, in order, because a scheduled default may read them; then the others, of which the last runs first.
        foreach (PlannedBinding binding in bindings)
        {
            if (binding.Kind == BindingKind.Inline)
            {
                binding.Binding.Fill(context, frame.Own, frame.Own!.Slots);
            }

            frame.Position++;
        }

        context.IsActive = false;
        foreach (PlannedBinding binding in bindings)
        {
            if (binding.Kind != BindingKind.Inline)
            {
                scheduler.ScheduleExpression(frame, binding.Binding, frame.Own);
                scheduled = true;
            }
        }

        return scheduled;
    }

    private static void ApplyOverrides(Frame frame, ActivityPlan plan)
    {
        foreach (RuntimeArgument argument in plan.Declared ?? [])
        {
            if (frame.Overrides!.TryGetValue(argument.Name!, out object? value) && value is not null)
            {
                frame.Own!.Slots[argument.Slot].Value = value;
            }
        }
    }

    /// <summary>Returns true if an input replaces the expression of the argument. Null counts as not supplied (rule 4.5).</summary>
    private static bool IsOverridden(IDictionary<string, object?> overrides, ActivityPlan plan, int slot) =>
        overrides.TryGetValue(plan.Declared![slot].Name!, out object? value) && value is not null;
}
