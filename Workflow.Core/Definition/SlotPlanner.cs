using Workflow.Data;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>Assigns slots to the declared arguments and variables of an activity.</summary>
internal sealed class SlotPlanner(ProgramBuilderState draft)
{
    private readonly ActivityDeclaration _declaration = draft.Declaration;
    private readonly ShapeTable _shapes = draft.Shapes;
    private readonly List<int> _atStart = [];
    private readonly List<int> _atEnd = [];

    /// <summary>Declares the arguments and variables. The order of slots is: arguments, public variables, implementation variables (rule 4.1).</summary>
    public void Declare(Activity activity, ActivityPlan plan, int number)
    {
        List<RuntimeArgument> arguments = _declaration.Arguments;
        if (activity is ActivityWithResult withResult)
        {
            DeclareResult(withResult, arguments);
        }

        int slots = arguments.Count + _declaration.Variables.Count + _declaration.ImplementationVariables.Count;
        if (slots == 0)
        {
            return;
        }

        long scopeId = draft.ScopeBase | (uint)number;
        List<SlotKind> kinds = _shapes.Pending;
        foreach (RuntimeArgument argument in arguments)
        {
            if (argument.Bound is null || argument.IsBoundByWalk)
            {
                _declaration.TypeOf(activity).BindUnbound(activity, argument, draft.Options.IsForRun);
            }

            CheckOwn(argument);
            AssignSlot(argument, activity, scopeId, kinds);
            argument.Bound!.ScopeId = scopeId;
            argument.Bound.Slot = argument.Slot;
        }

        DeclareVariables(_declaration.Variables, activity, true, scopeId, kinds);
        DeclareVariables(_declaration.ImplementationVariables, activity, false, scopeId, kinds);
        PlanHandles(plan);
        plan.Flags |= PlanFlags.HasSlots;
        plan.Shape = _shapes.Add(kinds);
        plan.Declared = arguments.Count == 0 ? null : [.. arguments];
        plan.ResultSlot = activity is ActivityWithResult { ResultArgument: { } result } ? result.Slot : -1;
        if (number > 0 || !draft.Options.SkipsRoot)
        {
            ArgumentRules.Check(_declaration, number == 0);
        }
    }

    /// <summary>
    /// Records the variables of handle types. Handles are created before the body and end after it, so such an activity needs preparation and never runs
    /// as a step program.
    /// </summary>
    private void PlanHandles(ActivityPlan plan)
    {
        if (_declaration.ImplementationVariables.Exists(variable => variable.IsHandle) || _declaration.Variables.Exists(variable => variable.IsHandle))
        {
            plan.Handles = [.. _declaration.ImplementationVariables.Concat(_declaration.Variables).Where(variable => variable.IsHandle)];
            plan.Steps = null;
            plan.StepDelegate = null;
            plan.Flags |= PlanFlags.NeedsPreparation;
        }
    }

    private void DeclareResult(ActivityWithResult activity, List<RuntimeArgument> arguments)
    {
        RuntimeArgument? result = arguments.Find(argument => argument.Name == nameof(ActivityWithResult.Result));
        if (result is null)
        {
            result = new RuntimeArgument(nameof(ActivityWithResult.Result), activity.ResultType, ArgumentDirection.Out);
            ActivityDeclaration.Bind(activity.Result, result);
            arguments.Add(result);
        }

        if (result.Bound is null)
        {
            OutArgument empty = activity.CreateResult();
            if (draft.Options.IsForRun)
            {
                activity.Result = empty;
            }

            ActivityDeclaration.Bind(empty, result);
        }

        activity.ResultArgument = result;
    }

    /// <summary>
    /// Reports an argument, or its argument object, that this walk has already declared. A shared expression is reported later, when the walk reaches it
    /// the second time.
    /// </summary>
    private void CheckOwn(RuntimeArgument argument)
    {
        if (draft.IsClaimed(argument.ScopeId))
        {
            _declaration.AddError(
                $"The argument '{argument.Name}' is declared by '{argument.Owner?.DisplayName}' too; each declaration needs a RuntimeArgument of its own.");
        }
        else if (argument.Bound is { Expression: null } bound && draft.IsClaimed(bound.ScopeId))
        {
            _declaration.AddError($"The argument object of '{argument.Name}' is used for another argument too; give each an object of its own.");
        }
    }

    /// <summary>
    /// Assigns a slot to an argument. Its own activity creates most declarations; an argument that belonged to another activity before may still be in
    /// use there.
    /// </summary>
    private void AssignSlot(RuntimeArgument argument, Activity activity, long scopeId, List<SlotKind> kinds)
    {
        if (argument.Owner is null || argument.Owner == activity)
        {
            ProgramBuilderState.Claim(argument, activity, scopeId, kinds);
        }
        else if (!draft.TryClaim(argument, activity, scopeId, kinds, out string? problem))
        {
            _declaration.AddError($"The argument '{argument.Name}' {problem}");
            return;
        }

        argument.OwnScopeId = scopeId;
    }

    private void DeclareVariables(List<Variable> variables, Activity activity, bool isPublic, long scopeId, List<SlotKind> kinds)
    {
        foreach (Variable variable in variables)
        {
            if (draft.IsClaimed(variable.ScopeId))
            {
                _declaration.AddError(
                    $"The variable '{variable.Name}' is declared by '{variable.Owner?.DisplayName}' too; an activity needs variables of its own.");
            }

            if (draft.TryClaim(variable, activity, scopeId, kinds, out string? problem))
            {
                variable.OwnScopeId = isPublic ? 0 : scopeId;
            }
            else
            {
                _declaration.AddError($"The variable '{variable.Name}' {problem}");
            }

            draft.Variables.Add(variable);
            if (variable.IsMapped)
            {
                (draft.Mapped ??= []).Add(variable);
            }
        }
    }

    /// <summary>
    /// Determines the slots to clear. Activities of equal shape share frames, so a slot is cleared at the end if it may keep an object alive, or at the
    /// start if no binding sets it.
    /// </summary>
    public void PlanClearing(ActivityPlan plan)
    {
        ReadOnlySpan<SlotKind> kinds = _shapes.KindsOf(plan.Shape);
        _atStart.Clear();
        _atEnd.Clear();

        // A default that is not constant may read a sibling whose own default is evaluated later (rule 4.7).
        PlannedBinding[]? variables = plan.Variables is { } bindings && Array.TrueForAll(bindings, binding => binding.Binding.IsConstant) ? bindings : null;
        for (int slot = 0; slot < kinds.Length; slot++)
        {
            if (kinds[slot].HoldsReferences)
            {
                _atEnd.Add(slot);
            }
            else if (!IsFilled(plan.Arguments, slot) && !IsFilled(variables, slot))
            {
                _atStart.Add(slot);
            }
        }

        plan.ClearedAtStart = SlotSet.Of(_atStart);
        plan.ClearedAtEnd = SlotSet.Of(_atEnd);
    }

    /// <summary>
    /// True if a binding sets the slot. A loop, because a lambda that captures the slot would allocate 90 bytes for each slot of a definition.
    /// </summary>
    private static bool IsFilled(PlannedBinding[]? bindings, int slot)
    {
        foreach (PlannedBinding binding in bindings ?? [])
        {
            if (binding.Binding.Slot == slot)
            {
                return true;
            }
        }

        return false;
    }
}
