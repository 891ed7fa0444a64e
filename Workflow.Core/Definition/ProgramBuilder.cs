using Workflow.Data;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>
/// Walks a tree once and freezes it. The order is that of rule 12.1: groups are pushed in a fixed order and popped last in,
/// first out, so ids, errors and default extensions come out in the order that authors know.
/// </summary>
internal sealed class ProgramBuilder
{
    private static int _programs;

    private readonly ActivityDeclaration _declaration;
    private readonly Stack<Pending> _stack = new();
    private readonly ShapeTable _shapes = new();
    private readonly List<DelegatePlan> _delegates = [];
    private readonly HashSet<(int Parent, int Child)> _borrowed = [];
    private readonly List<(int Parent, Activity Child)> _borrowedLater = [];
    private readonly List<(int Number, Activity Implementation)> _composites = [];
    private readonly List<PlannedStep[]> _scheduledSteps = [];
    private readonly long _scopeBase = (long)Interlocked.Increment(ref _programs) << 32;
    private ActivityPlan[] _plans = new ActivityPlan[16];
    private int _count;

    public ProgramBuilder(Activity root) => _declaration = new ActivityDeclaration(root);

    public IReadOnlyList<ValidationError> Errors => _declaration.Errors;

    public Program Build()
    {
        Activity root = _declaration.Root;
        root.Walk = _declaration;
        root.Parent = null;
        root.Relation = ChildRelation.Root;
        root.Space = new IdSpace(null);
        _stack.Push(new Pending(root, -1, null, null));
        while (_stack.TryPop(out Pending pending))
        {
            Visit(pending);
        }

        foreach ((int parent, Activity child) in _borrowedLater)
        {
            _borrowed.Add((parent, child.Number));
        }

        Array.Resize(ref _plans, _count);
        FinishSteps();

        return new Program
        {
            Root = root,
            Plans = _plans,
            Delegates = [.. _delegates],
            Shapes = _shapes.ToArray(),
            ScopeBase = _scopeBase,
            Borrowed = _borrowed,
            ExtensionProviders = _declaration.ExtensionProviders,
            RequiredExtensions = _declaration.RequiredExtensions,
        };
    }

    private void Visit(in Pending pending)
    {
        Activity activity = pending.Activity;
        int number = _count++;
        if (number == _plans.Length)
        {
            Array.Resize(ref _plans, _plans.Length * 2);
        }

        activity.Number = number;
        activity.LocalNumber = activity.Space!.Next();
        _declaration.Begin(activity, pending.Scope, pending.OwnerArguments);
        activity.Declare(_declaration);
        ActivityPlan plan = new(activity);
        _plans[number] = plan;
        plan.Parent = pending.Parent;
        plan.Relation = activity.Relation;
        plan.Kind = activity.Kind;
        plan.Steps = activity.Steps;
        plan.StepDelegate = plan.Steps?.Delegate;
        plan.ResultSlot = -1;
        plan.Implementation = -1;
        plan.Flags = _declaration.TypeOf(activity).IsShipped ? PlanFlags.IsShipped : PlanFlags.None;
        if (activity.InducesIdle)
        {
            plan.Flags |= PlanFlags.InducesIdle;
        }

        if (activity is Activity<bool>)
        {
            plan.Flags |= PlanFlags.YieldsBool;
        }

        if (activity.Relation is ChildRelation.Handler or ChildRelation.ImportedHandler or ChildRelation.ImplementationHandler)
        {
            System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_delegates)[pending.Delegate].Handler = number;
        }

        DeclareSlots(activity, plan, number);
        PushDeclared(activity, number, pending.Scope);
        MarkLeaf(plan);
    }

    private void MarkLeaf(ActivityPlan plan)
    {
        bool isCode = plan.Kind is ActivityKind.Code or ActivityKind.CodeWithResult;
        if (isCode && plan.Variables is null && (plan.Arguments is null || Array.TrueForAll(plan.Arguments, step => step.Kind == StepKind.Inline)))
        {
            plan.Flags |= PlanFlags.IsLeaf;
            plan.LeafArguments = plan.Arguments is null ? null : Array.ConvertAll(plan.Arguments, step => step.Step);
        }

        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            PlanClearing(plan);
        }
    }

    /// <summary>
    /// Frames are shared by activities of equal shape, so a slot is cleared either at the end, when it may keep something alive,
    /// or at the start, when nothing fills it.
    /// </summary>
    private void PlanClearing(ActivityPlan plan)
    {
        ReadOnlySpan<SlotKind> kinds = _shapes.KindsOf(plan.Shape);
        List<int>? atStart = null;
        List<int>? atEnd = null;
        for (int slot = 0; slot < kinds.Length; slot++)
        {
            if (kinds[slot].HoldsReferences)
            {
                (atEnd ??= []).Add(slot);
            }
            else if (!IsFilled(plan.Arguments, slot) && !IsFilled(plan.Variables, slot) && !IsWrittenFirst(plan, slot))
            {
                (atStart ??= []).Add(slot);
            }
        }

        plan.ClearedAtStart = atStart?.ToArray();
        plan.ClearedAtEnd = atEnd?.ToArray();
    }

    /// <summary>The result of a shipped code activity, which never reads it.</summary>
    private static bool IsWrittenFirst(ActivityPlan plan, int slot) =>
        slot == plan.ResultSlot && plan.Kind == ActivityKind.CodeWithResult && (plan.Flags & PlanFlags.IsShipped) != 0;

    private static bool IsFilled(PlannedStep[]? steps, int slot) => steps is not null && Array.Exists(steps, step => step.Step.Slot == slot);

    /// <summary>What could be decided only when every activity had its number and declarations.</summary>
    private void FinishSteps()
    {
        foreach ((int number, Activity implementation) in _composites)
        {
            _plans[number].Implementation = implementation.Number;
        }

        foreach (PlannedStep[] steps in _scheduledSteps)
        {
            for (int i = 0; i < steps.Length; i++)
            {
                ActivityPlan expression = _plans[steps[i].Step.Expression.Number];
                if (steps[i].Kind == StepKind.Scheduled && expression is { Kind: ActivityKind.CodeWithResult, Declared.Length: 1 })
                {
                    steps[i] = steps[i] with { Kind = StepKind.OwnItem };
                }
            }
        }
    }

    /// <summary>Arguments, public variables, implementation variables: that is the order of slots (rule 4.1).</summary>
    private void DeclareSlots(Activity activity, ActivityPlan plan, int number)
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

        long scopeId = _scopeBase | (uint)number;
        List<SlotKind> kinds = _shapes.Pending;
        foreach (RuntimeArgument argument in arguments)
        {
            if (argument.Bound is null)
            {
                _declaration.TypeOf(activity).BindUnbound(activity, argument);
            }

            Claim(argument, activity, scopeId, kinds);
            argument.OwnScopeId = scopeId;
            argument.Bound!.ScopeId = scopeId;
            argument.Bound.Slot = argument.Slot;
        }

        DeclareVariables(_declaration.Variables, activity, true, scopeId, kinds);
        DeclareVariables(_declaration.ImplementationVariables, activity, false, scopeId, kinds);
        plan.Flags |= PlanFlags.HasSlots;
        plan.Shape = _shapes.Add(kinds);
        plan.Declared = arguments.Count == 0 ? null : [.. arguments];
        plan.ResultSlot = activity is ActivityWithResult { ResultArgument: { } result } ? result.Slot : -1;
        ArgumentRules.Check(_declaration, number == 0);
    }

    private static void DeclareResult(ActivityWithResult activity, List<RuntimeArgument> arguments)
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
            activity.Result = empty;
            ActivityDeclaration.Bind(empty, result);
        }

        activity.ResultArgument = result;
    }

    private void DeclareVariables(List<Variable> variables, Activity activity, bool isPublic, long scopeId, List<SlotKind> kinds)
    {
        foreach (Variable variable in variables)
        {
            if (variable.ScopeId >> 32 == _scopeBase >> 32)
            {
                _declaration.AddError($"The variable '{variable.Name}' is declared by '{variable.Owner?.DisplayName}' too; an activity needs variables of its own.");
            }

            Claim(variable, activity, scopeId, kinds);
            variable.OwnScopeId = isPublic ? 0 : scopeId;
        }
    }

    private static void Claim(LocationReference reference, Activity owner, long scopeId, List<SlotKind> kinds)
    {
        reference.Owner = owner;
        reference.ScopeId = scopeId;
        reference.Slot = kinds.Count;
        kinds.Add(reference.SlotKind!);
    }

    private void PushDeclared(Activity activity, int number, DeclaredScope? scope)
    {
        bool declaresNothing = _declaration.Arguments.Count == 0 && _declaration.Children.Count == 0 && _declaration.Variables.Count == 0
            && _declaration.ImportedChildren.Count == 0 && _declaration.ImplementationChildren.Count == 0 && _declaration.Delegates.Count == 0
            && _declaration.ImportedDelegates.Count == 0 && _declaration.ImplementationDelegates.Count == 0 && _declaration.Implementation is null
            && _declaration.ImplementationVariables.Count == 0;
        if (!declaresNothing)
        {
            new DeclarationPusher(this, activity, number, scope).Push();
        }
    }

    /// <summary>One activity that waits for its visit.</summary>
    private readonly record struct Pending(
        Activity Activity, int Parent, DeclaredScope? Scope, IReadOnlyList<RuntimeArgument>? OwnerArguments, int Delegate = -1);

    /// <summary>Pushes what one activity declared, group by group.</summary>
    private readonly struct DeclarationPusher(ProgramBuilder builder, Activity activity, int number, DeclaredScope? scope)
    {
        private readonly ActivityDeclaration _declaration = builder._declaration;

        public void Push()
        {
            DeclaredScope? publicScope = _declaration.Variables.Count == 0
                ? scope
                : new DeclaredScope(_declaration.Root, scope, [.. _declaration.Variables]);
            DeclaredScope? implementationScope = HasImplementation ? ImplementationScope() : null;
            IdSpace? inner = HasImplementation ? new IdSpace(activity) : null;
            PushAll(_declaration.Children, ChildRelation.Child, publicScope, activity.Space!);
            PushAll(_declaration.ImportedChildren, ChildRelation.ImportedChild, publicScope, activity.Space!);
            PushAll(_declaration.ImplementationChildren, ChildRelation.ImplementationChild, implementationScope, inner!);
            if (_declaration.Implementation?.Invoke() is { } implementation)
            {
                PushChild(implementation, ChildRelation.ImplementationChild, implementationScope, inner!, null, -1);
                builder._composites.Add((number, implementation));
            }

            ActivityPlan plan = builder._plans[number];
            plan.Arguments = PushArguments();
            plan.Variables = PlanVariables();
            if (plan.Arguments is not null || plan.Variables is not null)
            {
                plan.Flags |= PlanFlags.HasSteps;
            }

            PushDefaults(_declaration.Variables, ChildRelation.VariableDefault, publicScope, null);
            IReadOnlyList<RuntimeArgument>? own = _declaration.ImplementationVariables.Count == 0 ? null : [.. _declaration.Arguments];
            PushDefaults(_declaration.ImplementationVariables, ChildRelation.ImplementationVariableDefault, publicScope, own);
            PushDelegates(_declaration.Delegates, ChildRelation.Handler, publicScope, activity.Space!);
            PushDelegates(_declaration.ImportedDelegates, ChildRelation.ImportedHandler, publicScope, activity.Space!);
            PushDelegates(_declaration.ImplementationDelegates, ChildRelation.ImplementationHandler, implementationScope, inner!);
        }

        private bool HasImplementation => _declaration.Implementation is not null || _declaration.ImplementationChildren.Count > 0
            || _declaration.ImplementationDelegates.Count > 0;

        /// <summary>An implementation sees its activity's arguments and implementation variables, nothing else (rule 4.8).</summary>
        private DeclaredScope ImplementationScope() =>
            new(_declaration.Root, null, [.. _declaration.Arguments, .. _declaration.ImplementationVariables]);

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
                builder._scheduledSteps.Add(steps);
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

        private void PushDefaults(List<Variable> variables, ChildRelation relation, DeclaredScope? visible, IReadOnlyList<RuntimeArgument>? own)
        {
            foreach (Variable variable in variables)
            {
                if (variable.Default is { } value)
                {
                    PushChild(value, relation, visible, activity.Space!, own, -1);
                }
            }
        }

        private void PushAll(List<Activity> children, ChildRelation relation, DeclaredScope? visible, IdSpace space)
        {
            foreach (Activity child in children)
            {
                PushChild(child, relation, visible, space, null, -1);
            }
        }

        private void PushDelegates(List<ActivityDelegate> delegates, ChildRelation relation, DeclaredScope? visible, IdSpace space)
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

        private void PushDelegate(ActivityDelegate activityDelegate, ChildRelation relation, DeclaredScope? visible, IdSpace space)
        {
            int delegateNumber = builder._delegates.Count;
            long scopeId = builder._scopeBase | 0x8000_0000L | (uint)delegateNumber;
            activityDelegate.Walk = _declaration;
            activityDelegate.Owner = activity;
            activityDelegate.Relation = relation;
            activityDelegate.Number = delegateNumber;
            activityDelegate.Declare();
            List<SlotKind> kinds = builder._shapes.Pending;
            List<LocationReference> references = [];
            foreach (RuntimeDelegateArgument parameter in activityDelegate.Parameters)
            {
                if (parameter.BoundArgument is { } bound)
                {
                    Claim(bound, activity, scopeId, kinds);
                    references.Add(bound);
                }
            }

            builder._delegates.Add(new DelegatePlan
            {
                Delegate = activityDelegate,
                Owner = number,
                Handler = -1,
                Shape = builder._shapes.Add(kinds),
                ScopeId = scopeId,
                ClearedAtStart = SlotsOf(references, reference => reference is DelegateOutArgument && !reference.SlotKind!.HoldsReferences),
                ClearedAtEnd = SlotsOf(references, reference => reference.SlotKind!.HoldsReferences),
                Relation = relation,
            });
            if (activityDelegate.Handler is { } handler)
            {
                DeclaredScope? inner = references.Count == 0 ? visible : new DeclaredScope(_declaration.Root, visible, [.. references]);
                PushChild(handler, relation, inner, space, null, delegateNumber);
            }
        }

        private static int[]? SlotsOf(List<LocationReference> references, Predicate<LocationReference> isMeant) =>
            references.Exists(isMeant) ? [.. references.FindAll(isMeant).Select(reference => reference.Slot)] : null;

        private void PushChild(
            Activity child, ChildRelation relation, DeclaredScope? visible, IdSpace space, IReadOnlyList<RuntimeArgument>? own, int delegateNumber)
        {
            if (child.Walk == _declaration)
            {
                Meet(child, relation);
                return;
            }

            child.Walk = _declaration;
            child.Parent = activity;
            child.Relation = relation;
            child.Space = space;
            builder._stack.Push(new Pending(child, number, visible, own, delegateNumber));
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
                builder._borrowedLater.Add((number, child));
                return;
            }

            string holder = child.Parent is null ? "the root itself" : $"'{child.Parent.DisplayName}'";
            _declaration.AddError(ReferenceEquals(child, activity)
                ? $"'{child.DisplayName}' is used as its own child; build another activity object."
                : $"'{child.DisplayName}' is used by {holder} and by '{activity.DisplayName}'; an activity object has one place in a tree, so build another one.");
        }

        private bool MayBorrow(Activity? holder, ChildRelation held) =>
            holder is not null && ReferenceEquals(activity.Space!.Owner, holder)
            && held is ChildRelation.Child or ChildRelation.ImportedChild or ChildRelation.Handler or ChildRelation.ImportedHandler;
    }
}
