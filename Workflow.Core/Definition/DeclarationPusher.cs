using System.Globalization;
using Workflow.Data;

namespace Workflow.Definition;

/// <summary>Pushes what one activity declared, group by group.</summary>
internal readonly struct DeclarationPusher(ProgramDraft draft, Activity activity, int number, DeclaredScope scope)
{
    /// <summary>No author nests so many; an implementation that builds its own activity again would never end.</summary>
    private const int DeepestImplementation = 1000;

    private readonly ActivityDeclaration _declaration = draft.Declaration;

    public void Push()
    {
        DeclaredScope publicScope = _declaration.Variables.Count == 0
            ? scope
            : new DeclaredScope(_declaration.Root, scope, [.. _declaration.Variables]);
        DeclaredScope implementationScope = HasImplementation ? ImplementationScope() : scope;
        IdSpace? inner = HasImplementation ? new IdSpace(activity) : null;
        if (inner?.Depth > DeepestImplementation)
        {
            _declaration.AddError(string.Create(
                CultureInfo.InvariantCulture,
                $"Implementations are nested more than {DeepestImplementation:N0} deep here; an implementation cannot contain the activity that it implements."));
            return;
        }

        PushAll(_declaration.Children, ChildRelation.Child, publicScope, activity.Space!);
        PushAll(_declaration.ImportedChildren, ChildRelation.ImportedChild, publicScope, activity.Space!);
        PushAll(_declaration.ImplementationChildren, ChildRelation.ImplementationChild, implementationScope, inner!);
        if (_declaration.Implementation?.Invoke() is { } implementation)
        {
            PushChild(implementation, ChildRelation.ImplementationChild, implementationScope, inner!, null, -1);
            draft.Composites.Add((number, implementation));
        }

        ActivityPlan plan = draft.PlanOf(number);
        plan.Scope = publicScope;
        plan.Arguments = PushArguments();
        plan.Variables = PlanVariables();
        if (plan.Arguments is not null || plan.Variables is not null)
        {
            plan.Flags |= PlanFlags.HasSteps;
        }

        PushDefaults(_declaration.Variables, ChildRelation.VariableDefault, publicScope, activity.Space!, null);
        IReadOnlyList<RuntimeArgument>? own = _declaration.ImplementationVariables.Count == 0 ? null : [.. _declaration.Arguments];
        PushDefaults(_declaration.ImplementationVariables, ChildRelation.ImplementationVariableDefault, publicScope, inner!, own);
        PushDelegates(_declaration.Delegates, ChildRelation.Handler, publicScope, activity.Space!);
        PushDelegates(_declaration.ImportedDelegates, ChildRelation.ImportedHandler, publicScope, activity.Space!);
        PushDelegates(_declaration.ImplementationDelegates, ChildRelation.ImplementationHandler, implementationScope, inner!);
    }

    private bool HasImplementation => _declaration.Implementation is not null || _declaration.ImplementationChildren.Count > 0
        || _declaration.ImplementationDelegates.Count > 0 || _declaration.ImplementationVariables.Exists(variable => variable.Default is not null);

    /// <summary>An implementation sees its activity's arguments and implementation variables, and what the host makes visible everywhere (rule 4.8).</summary>
    private DeclaredScope ImplementationScope() =>
        new(_declaration.Root, draft.HostScope, [.. _declaration.Arguments, .. _declaration.ImplementationVariables]);

    private PlannedStep[]? PushArguments()
    {
        List<RuntimeArgument> arguments = _declaration.Arguments;
        if (arguments.Count > 1)
        {
            arguments.Sort(EvaluationOrder.Compare);
        }

        int bound = arguments.Count(argument => argument.Bound!.Expression is not null);
        if (bound == 0)
        {
            return null;
        }

        PlannedStep[] steps = new PlannedStep[bound];
        int next = 0;
        foreach (RuntimeArgument argument in arguments)
        {
            if (argument.Bound!.Expression is { } expression)
            {
                CheckTarget(argument, expression);
                steps[next++] = PlanStep(argument.Bound.CreateStep(argument.Slot)!);
                PushChild(expression, ChildRelation.ArgumentExpression, scope, activity.Space!, null, -1);
            }
        }

        return Keep(steps);
    }

    /// <summary>Implementation variables come first (rule 4.6).</summary>
    private PlannedStep[]? PlanVariables()
    {
        List<PlannedStep>? steps = null;
        foreach (List<Variable> variables in (ReadOnlySpan<List<Variable>>)[_declaration.ImplementationVariables, _declaration.Variables])
        {
            foreach (Variable variable in variables)
            {
                if (variable.CreateStep() is { } step)
                {
                    (steps ??= []).Add(PlanStep(step));
                }
            }
        }

        return steps is null ? null : Keep([.. steps]);
    }

    private static PlannedStep PlanStep(ArgumentStep step) => new(step, step.Expression.IsInline ? StepKind.Inline : StepKind.Scheduled);

    private PlannedStep[] Keep(PlannedStep[] steps)
    {
        if (Array.Exists(steps, step => step.Kind == StepKind.Scheduled))
        {
            draft.ScheduledSteps.Add(steps);
        }

        return steps;
    }

    private void CheckTarget(RuntimeArgument argument, ActivityWithResult expression)
    {
        if (argument.Bound is OutArgument target && expression is { YieldsLocation: true }
            && expression.ResultType.IsGenericType && !target.TargetAccepts(expression.ResultType.GetGenericArguments()[0]))
        {
            _declaration.AddError(
                $"The argument '{argument.Name}' writes a '{argument.Type}', which '{expression.DisplayName}' cannot hold; bind it to a place of that type.");
        }
    }

    /// <summary>The default of an implementation variable is part of the implementation, though it reads what surrounds the activity (rule 4.7).</summary>
    private void PushDefaults(
        List<Variable> variables, ChildRelation relation, DeclaredScope visible, IdSpace space, IReadOnlyList<RuntimeArgument>? own)
    {
        foreach (Variable variable in variables)
        {
            if (variable.Default is { } value)
            {
                PushChild(value, relation, visible, space, own, -1);
            }
        }
    }

    private void PushAll(List<Activity> children, ChildRelation relation, DeclaredScope visible, IdSpace space)
    {
        foreach (Activity child in children)
        {
            PushChild(child, relation, visible, space, null, -1);
        }
    }

    private void PushDelegates(List<ActivityDelegate> delegates, ChildRelation relation, DeclaredScope visible, IdSpace space)
    {
        foreach (ActivityDelegate activityDelegate in delegates)
        {
            if (activityDelegate.Walk == _declaration)
            {
                if (!MayBorrow(activityDelegate.Owner, activityDelegate.Relation))
                {
                    _declaration.AddError($"The delegate '{activityDelegate.DisplayName}' is declared by '{activityDelegate.Owner?.DisplayName}' too; an activity needs delegates of its own.");
                }

                continue;
            }

            PushDelegate(activityDelegate, relation, visible, space);
        }
    }

    private void PushDelegate(ActivityDelegate activityDelegate, ChildRelation relation, DeclaredScope visible, IdSpace space)
    {
        int delegateNumber = draft.Delegates.Count;
        long scopeId = draft.ScopeBase | 0x8000_0000L | (uint)delegateNumber;
        (activityDelegate.Walk?.Root.FrozenProgram as Program)?.Remove(activityDelegate);
        activityDelegate.Walk = _declaration;
        activityDelegate.Owner = activity;
        activityDelegate.Relation = relation;
        activityDelegate.Number = delegateNumber;
        activityDelegate.Declare();
        List<SlotKind> kinds = draft.Shapes.Pending;
        List<LocationReference> references = [];
        foreach (RuntimeDelegateArgument parameter in activityDelegate.Parameters)
        {
            if (parameter.BoundArgument is { } bound)
            {
                if (draft.IsClaimed(bound.ScopeId))
                {
                    _declaration.AddError(
                        $"The delegate argument '{bound.Name}' of '{activityDelegate.DisplayName}' is used for another parameter too; give each an object of its own.");
                }

                ProgramDraft.Claim(bound, activity, scopeId, kinds);
                references.Add(bound);
            }
        }

        draft.Delegates.Add(new DelegatePlan
        {
            Delegate = activityDelegate,
            Owner = number,
            Handler = -1,
            Shape = draft.Shapes.Add(kinds),
            ScopeId = scopeId,
            ClearedAtStart = SlotsOf(references, reference => reference is DelegateOutArgument && !reference.SlotKind!.HoldsReferences),
            ClearedAtEnd = SlotsOf(references, reference => reference.SlotKind!.HoldsReferences),
            Relation = relation,
        });
        if (activityDelegate.Handler is { } handler)
        {
            DeclaredScope inner = references.Count == 0 ? visible : new DeclaredScope(_declaration.Root, visible, [.. references]);
            PushChild(handler, relation, inner, space, null, delegateNumber);
        }
    }

    private static int[]? SlotsOf(List<LocationReference> references, Predicate<LocationReference> isMeant) =>
        references.Exists(isMeant) ? [.. references.FindAll(isMeant).Select(reference => reference.Slot)] : null;

    private void PushChild(
        Activity child, ChildRelation relation, DeclaredScope visible, IdSpace space, IReadOnlyList<RuntimeArgument>? own, int delegateNumber)
    {
        if (child.Walk == _declaration)
        {
            Meet(child, relation);
            return;
        }

        (child.Walk?.Root.FrozenProgram as Program)?.Remove(child);
        child.Walk = _declaration;
        child.Parent = activity;
        child.Relation = relation;
        child.Space = space;
        draft.Push(new PendingActivity(child, number, visible, own, delegateNumber));
    }

    /// <summary>An activity that the walk has met before: an implementation may use a public child of its activity, nobody else may share one (rule 12.2).</summary>
    private void Meet(Activity child, ChildRelation relation)
    {
        if (relation is ChildRelation.ImportedChild)
        {
            return;
        }

        if (MayBorrow(child.Parent, child.Relation) && relation is ChildRelation.Child or ChildRelation.ImplementationChild)
        {
            draft.Borrowed.Add((number, child));
            return;
        }

        string problem = ReferenceEquals(child, activity) ? "is used as its own child"
            : IsAround(child) ? $"is used by '{activity.DisplayName}', which lies inside it"
            : $"is used by '{child.Parent!.DisplayName}' and by '{activity.DisplayName}'";
        _declaration.AddError($"'{child.DisplayName}' {problem}; an activity object has one place in a tree, so build another one.");
    }

    private bool IsAround(Activity candidate)
    {
        Activity? around = activity;
        while (around is not null && around != candidate)
        {
            around = around.Parent;
        }

        return around is not null;
    }

    private bool MayBorrow(Activity? holder, ChildRelation held) =>
        holder is not null && ReferenceEquals(activity.Space!.Owner, holder)
        && held is ChildRelation.Child or ChildRelation.ImportedChild or ChildRelation.Handler or ChildRelation.ImportedHandler;
}
