using System.Globalization;

namespace Workflow.Definition;

/// <summary>Pushes the declarations of one activity, group by group.</summary>
internal readonly struct DeclarationTraversal(ProgramBuilderState draft, Activity activity, int number, DeclaredScope scope)
{
    /// <summary>The maximum nesting depth of implementations. An implementation that contains its own activity would otherwise never end.</summary>
    private const int DeepestImplementation = 1000;

    private readonly ActivityDeclaration _declaration = draft.Declaration;
    private readonly ChildTraversal _children = new(draft, activity, number);

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
            _children.Push(implementation, ChildRelation.ImplementationChild, implementationScope, inner!);
            draft.Composites.Add((number, implementation));
        }

        ActivityPlan plan = draft.PlanOf(number);
        plan.Scope = publicScope;
        plan.Arguments = PushArguments();
        plan.Variables = PlanVariables();
        if (plan.Arguments is not null || plan.Variables is not null)
        {
            plan.Flags |= PlanFlags.NeedsPreparation;
        }

        PushDefaults(_declaration.Variables, ChildRelation.VariableDefault, publicScope, activity.Space!, null);
        PushDefaults(_declaration.ImplementationVariables, ChildRelation.ImplementationVariableDefault, publicScope, inner!, plan.Declared);
        DelegateTraversal delegates = new(draft, activity, number);
        delegates.Push(_declaration.Delegates, ChildRelation.Handler, publicScope, activity.Space!);
        delegates.Push(_declaration.ImportedDelegates, ChildRelation.ImportedHandler, publicScope, activity.Space!);
        delegates.Push(_declaration.ImplementationDelegates, ChildRelation.ImplementationHandler, implementationScope, inner!);
    }

    private bool HasImplementation => _declaration.Implementation is not null || _declaration.ImplementationChildren.Count > 0
        || _declaration.ImplementationDelegates.Count > 0 || _declaration.ImplementationVariables.Exists(variable => variable.Default is not null);

    /// <summary>An implementation can use the arguments and implementation variables of its activity, and the symbols of the host (rule 4.8).</summary>
    private DeclaredScope ImplementationScope() =>
        new(_declaration.Root, draft.HostScope, [.. _declaration.Arguments, .. _declaration.ImplementationVariables]);

    private PlannedBinding[]? PushArguments()
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

        PlannedBinding[] bindings = new PlannedBinding[bound];
        int next = 0;
        foreach (RuntimeArgument argument in arguments)
        {
            if (argument.Bound!.Expression is { } expression)
            {
                CheckTarget(argument, expression);
                bindings[next++] = PlanBinding(argument.Bound.CreateBinding(argument.Slot)!);
                _children.Push(expression, ChildRelation.ArgumentExpression, scope, activity.Space!);
            }
        }

        return Keep(bindings);
    }

    /// <summary>Plans the variable defaults, those of implementation variables first (rule 4.6).</summary>
    private PlannedBinding[]? PlanVariables()
    {
        List<PlannedBinding>? bindings = null;
        foreach (List<Variable> variables in (ReadOnlySpan<List<Variable>>)[_declaration.ImplementationVariables, _declaration.Variables])
        {
            foreach (Variable variable in variables)
            {
                if (variable.CreateBinding() is { } binding)
                {
                    (bindings ??= []).Add(PlanBinding(binding));
                }
            }
        }

        return bindings is null ? null : Keep([.. bindings]);
    }

    private static PlannedBinding PlanBinding(ArgumentBinding binding) =>
        new(binding, binding.Expression.IsInline ? BindingKind.Inline : BindingKind.Scheduled);

    private PlannedBinding[] Keep(PlannedBinding[] bindings)
    {
        if (Array.Exists(bindings, binding => binding.Kind == BindingKind.Scheduled))
        {
            draft.ScheduledBindings.Add(bindings);
        }

        return bindings;
    }

    private void CheckTarget(RuntimeArgument argument, ActivityWithResult expression)
    {
        if (argument.Bound is OutArgument target && expression is { YieldsLocation: true } && !target.TargetAccepts(expression.ResultType))
        {
            _declaration.AddError(
                $"The argument '{argument.Name}' writes a '{argument.Type}', which '{expression.DisplayName}' cannot hold; bind it to a location of that type.");
        }
    }

    /// <summary>The default of an implementation variable belongs to the implementation, but uses the outer scope of the activity (rule 4.7).</summary>
    private void PushDefaults(
        List<Variable> variables, ChildRelation relation, DeclaredScope visible, IdSpace space, IReadOnlyList<RuntimeArgument>? own)
    {
        foreach (Variable variable in variables)
        {
            // A variable that this walk rejected keeps its default, and therefore its slot, in the definition that owns it.
            if (variable.Default is { } value && variable.Owner == activity)
            {
                _children.Push(value, relation, visible, space, own);
            }
        }
    }

    private void PushAll(List<Activity> children, ChildRelation relation, DeclaredScope visible, IdSpace space)
    {
        foreach (Activity child in children)
        {
            _children.Push(child, relation, visible, space);
        }
    }
}
