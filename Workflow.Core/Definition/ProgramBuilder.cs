using System.Runtime.InteropServices;
using Workflow.Validation;

namespace Workflow.Definition;

/// <summary>
/// Walks a tree once and freezes it, in the order of rule 12.1: groups of declarations are pushed in a fixed order and popped last in, first out.
/// Ids, errors and default extensions therefore have the same order as in WF4.
/// </summary>
internal sealed class ProgramBuilder
{
    private readonly ProgramBuilderState _draft;
    private readonly SlotPlanner _slots;
    private readonly ConstraintStage? _constraints;

    public ProgramBuilder(Activity root, WalkOptions options)
    {
        _draft = new ProgramBuilderState(root, options);
        _slots = new SlotPlanner(_draft);
        _constraints = options.Runner is null ? null : new ConstraintStage(this, _draft, options.Runner);
    }

    /// <summary>Returns the errors and warnings in traversal order, in the form in which they are reported.</summary>
    public IReadOnlyList<ValidationError> Report()
    {
        List<Finding> findings = _draft.Declaration.Findings;
        WalkOptions options = _draft.Options;
        return findings.Count == 0
            ? []
            :
            [
                .. findings
                    .Where(finding =>
                        (finding.IsOfAdditionalConstraint || !options.AdditionalConstraintsOnly)
                        && !(options.RootOnly && finding.At.Parent is not null))
                    .OrderBy(finding => _draft.PositionOf(finding.At.Number))
                    .Select(ValidationReport.Present),
            ];
    }

    /// <summary>Ends the walk, with or without a frozen program. The activities of a walk that did not freeze them can then join another walk.</summary>
    public void End() => _draft.Declaration.End();

    public Program Build()
    {
        ActivityDeclaration declaration = _draft.Declaration;
        Activity root = declaration.Root;
        Claim(root, declaration);
        _draft.Push(new PendingActivity(root, -1, _draft.HostScope, null, ChildRelation.Root, 0));
        if (_draft.Options.RootOnly)
        {
            _draft.TryPop(out PendingActivity only);
            Visit(only);
        }
        else
        {
            WalkAll();
            _draft.Renumber();
            FinishSteps();
        }

        Dictionary<Type, Func<object?>> providers = declaration.ExtensionProviders.Choose(activity => _draft.PositionOf(activity.Number));
        return new Program
        {
            Root = root,
            Plans = _draft.TakePlans(),
            Delegates = [.. _draft.Delegates],
            Shapes = _draft.Shapes.ToArray(),
            ScopeBase = _draft.ScopeBase,
            Mapped = _draft.Mapped?.ToArray(),
            Variables = [.. _draft.Variables],
            SharedChildren = [.. _draft.SharedChildren.Select(shared => (shared.Parent, shared.Child.Number))],
            ExtensionProviders = providers,
            RequiredExtensions = declaration.RequiredExtensions,
            UsesExtensions = providers.Count + declaration.RequiredExtensions.Count > 0,
        };
    }

    /// <summary>Makes the root part of this walk and removes it from an earlier definition.</summary>
    private static void Claim(Activity root, ActivityDeclaration declaration)
    {
        if (!root.Join(declaration, out ActivityDeclaration? former))
        {
            throw new InvalidOperationException(
                $"'{root.DisplayName}' is being made a part of the workflow '{root.Walk!.Root.DisplayName}' on another thread; give each workflow activity objects of its own.");
        }

        if (former is not null && former.Root != root)
        {
            (former.Root.FrozenProgram as Program)?.Remove(root, null);
        }

        root.Parent = null;
        root.Relation = ChildRelation.Root;
        root.Space = new IdSpace(null);
    }

    /// <summary>
    /// Visits activities until at most the given number is pending. Visits none if a constraint has already made the walk run ahead.
    /// </summary>
    public void WalkUntil(int left)
    {
        CancellationToken cancellationToken = _draft.Options.CancellationToken;
        while (_draft.PendingCount > left && _draft.TryPop(out PendingActivity pending))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (pending.Relation != ChildRelation.ImportedChild)
            {
                Visit(pending);
            }
            else if (_draft.PendingCount > 0 || _draft.HasImports)
            {
                _draft.Imports.Add(pending);
            }
            else
            {
                VisitImport(pending);
            }
        }
    }

    /// <summary>Visits all pending activities.</summary>
    public void WalkAll()
    {
        WalkUntil(0);
        while (_draft.HasImports)
        {
            _draft.IsOutOfOrder = true;
            _draft.Declaration.ExtensionProviders.IsOutOfOrder = true;
            if (_draft.Imports.TryTakeChild(out PendingActivity import))
            {
                VisitImport(import);
            }
            else
            {
                _draft.Imports.DeclareNextDelegate();
            }

            WalkUntil(0);
        }
    }

    /// <summary>Visits an imported activity, unless another activity has declared it while the import was pending.</summary>
    private void VisitImport(in PendingActivity import)
    {
        bool isStillImported = import.Activity.Relation == ChildRelation.ImportedChild && import.Activity.Parent?.Number == import.Parent;
        if (isStillImported)
        {
            Visit(import);
        }
    }

    private void Visit(in PendingActivity pending)
    {
        int mark = _draft.PendingCount;
        ActivityDeclaration declaration = _draft.Declaration;
        Activity activity = pending.Activity;
        ActivityPlan plan = _draft.Add(activity, pending.Scope);
        activity.LocalNumber = activity.Space!.Next();
        declaration.Begin(activity, pending.Scope, pending.OwnerArguments);
        activity.Declare(declaration);
        Describe(plan, activity, pending);
        if (pending.Delegate >= 0)
        {
            CollectionsMarshal.AsSpan(_draft.Delegates)[pending.Delegate].Handler = activity.Number;
        }

        _slots.Declare(activity, plan, activity.Number);
        if (!declaration.IsEmpty)
        {
            new DeclarationTraversal(_draft, activity, activity.Number, pending.Scope).Push();
        }

        if (plan.Steps is { } program)
        {
            _draft.Stepping.Add(program);
        }

        MarkLeaf(plan);
        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            _slots.PlanClearing(plan);
        }

        if (_constraints is not null && _constraints.HasConstraints(activity))
        {
            _constraints.Evaluate(activity, mark);
        }
    }

    private void Describe(ActivityPlan plan, Activity activity, in PendingActivity pending)
    {
        plan.Parent = pending.Parent;
        plan.Relation = activity.Relation;
        plan.Order = pending.Order;
        plan.Kind = activity.Kind;
        plan.Steps = activity.Steps;
        plan.StepDelegate = plan.Steps?.Delegate;
        plan.ResultSlot = -1;
        plan.Implementation = -1;
        plan.Flags = FlagsOf(activity);
    }

    private PlanFlags FlagsOf(Activity activity) =>
        (_draft.Declaration.TypeOf(activity).IsShipped ? PlanFlags.IsShipped : PlanFlags.None)
        | (!activity.InducesIdle ? PlanFlags.None : activity.ResumedWith is null ? PlanFlags.InducesIdle : PlanFlags.InducesIdle | PlanFlags.HasTypedBookmarks)
        | (activity is Activity<bool> ? PlanFlags.YieldsBool : PlanFlags.None);

    private static void MarkLeaf(ActivityPlan plan)
    {
        bool isCode = plan.Kind is ActivityKind.Code or ActivityKind.CodeWithResult;
        if (isCode && plan.Variables is null && (plan.Arguments is null || Array.TrueForAll(plan.Arguments, binding => binding.Kind == BindingKind.Inline)))
        {
            plan.Flags |= PlanFlags.IsLeaf;
            plan.LeafArguments = plan.Arguments is null ? null : Array.ConvertAll(plan.Arguments, binding => binding.Binding);
            if (plan is { Activity: Activity<bool> { IsInline: true }, LeafArguments: null })
            {
                plan.Flags |= PlanFlags.IsCondition;
            }
        }
    }

    /// <summary>Completes the data of the plans that depends on the numbers and declarations of all activities.</summary>
    private void FinishSteps()
    {
        foreach ((int number, Activity implementation) in _draft.Composites)
        {
            _draft.PlanOf(number).Implementation = implementation.Number;
        }

        foreach (ControlFlowProgram steps in _draft.Stepping)
        {
            steps.Bind();
        }

        foreach (PlannedBinding[] bindings in _draft.ScheduledBindings)
        {
            for (int i = 0; i < bindings.Length; i++)
            {
                ActivityWithResult expression = bindings[i].Binding.Expression;
                if (bindings[i].Kind == BindingKind.Scheduled && _draft.IsVisited(expression)
                    && _draft.PlanOf(expression.Number) is { Kind: ActivityKind.CodeWithResult, Declared.Length: 1 })
                {
                    bindings[i] = bindings[i] with { Kind = BindingKind.OwnItem };
                }
            }
        }
    }
}
