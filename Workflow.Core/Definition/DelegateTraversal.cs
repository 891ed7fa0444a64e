using Workflow.Data;

namespace Workflow.Definition;

/// <summary>Assigns positions in the tree to the delegates that one activity declares, and schedules the visits of their handlers.</summary>
internal readonly struct DelegateTraversal(ProgramBuilderState draft, Activity activity, int number)
{
    private readonly ChildTraversal _children = new(draft, activity, number);

    public void Push(List<ActivityDelegate> delegates, ChildRelation relation, DeclaredScope visible, IdSpace space)
    {
        foreach (ActivityDelegate activityDelegate in delegates)
        {
            if (!IsMine(activityDelegate, relation))
            {
                continue;
            }

            if (activityDelegate.Walk != draft.Declaration)
            {
                if (!activityDelegate.Join(draft.Declaration, out ActivityDeclaration? former))
                {
                    _children.Report(
                        $"The delegate '{activityDelegate.DisplayName}' is being made a part of the workflow '{activityDelegate.Walk!.Root.DisplayName}' "
                        + $"on another thread, and cannot be one of {activity.DescribePosition()} as well; give each workflow delegates of its own.");
                    continue;
                }

                (former?.Root.FrozenProgram as Program)?.Remove(activityDelegate);
            }

            activityDelegate.Owner = activity;
            activityDelegate.Relation = relation;
            WaitingDelegate mine = new(this, activityDelegate, visible, space, draft.NextOrder());
            if (relation == ChildRelation.ImportedHandler)
            {
                draft.Imports.Add(mine);
            }
            else
            {
                Declare(mine);
            }
        }
    }

    /// <summary>True if no activity has declared the delegate since it was imported.</summary>
    public bool IsStillImported(ActivityDelegate activityDelegate) =>
        ReferenceEquals(activityDelegate.Owner, activity) && activityDelegate.Relation == ChildRelation.ImportedHandler;

    public void Declare(in WaitingDelegate waiting)
    {
        ActivityDelegate activityDelegate = waiting.Delegate;
        int delegateNumber = draft.Delegates.Count;
        long scopeId = draft.ScopeBase | Program.DelegateScope | (uint)delegateNumber;
        activityDelegate.Number = delegateNumber;
        activityDelegate.Declare();
        List<SlotKind> kinds = draft.Shapes.Pending;
        List<LocationReference> references = Claim(activityDelegate, scopeId, kinds);
        draft.Delegates.Add(new DelegatePlan
        {
            Delegate = activityDelegate,
            Owner = number,
            Handler = -1,
            Shape = draft.Shapes.Add(kinds),
            ScopeId = scopeId,
            ClearedAtStart = SlotsOf(references, reference => reference is DelegateOutArgument && !reference.SlotKind!.HoldsReferences),
            ClearedAtEnd = SlotsOf(references, reference => reference.SlotKind!.HoldsReferences),
            Relation = activityDelegate.Relation,
        });
        if (activityDelegate.Handler is { } handler)
        {
            DeclaredScope inner = references.Count == 0 ? waiting.Visible : new DeclaredScope(draft.Declaration.Root, waiting.Visible, [.. references]);
            _children.PushHandler(handler, activityDelegate.Relation, inner, waiting.Space, delegateNumber, waiting.Order);
        }
    }

    /// <summary>Assigns a slot to each delegate argument that is bound to a parameter. Returns these arguments.</summary>
    private List<LocationReference> Claim(ActivityDelegate activityDelegate, long scopeId, List<SlotKind> kinds)
    {
        List<LocationReference> references = [];
        foreach (RuntimeDelegateArgument parameter in activityDelegate.Parameters)
        {
            if (parameter.BoundArgument is { } bound)
            {
                if (draft.IsClaimed(bound.ScopeId))
                {
                    _children.Report(
                        $"The delegate argument '{bound.Name}' of '{activityDelegate.DisplayName}' is used for another parameter too; give each an object of its own.");
                }

                if (!draft.TryClaim(bound, activity, scopeId, kinds, out string? problem))
                {
                    _children.Report($"The delegate argument '{bound.Name}' {problem}");
                }

                references.Add(bound);
            }
        }

        return references;
    }

    /// <summary>
    /// True if the position of the delegate is here. The rule for activities applies: any activity can import a delegate, and an implementation can use
    /// a public delegate (rule 12.2).
    /// </summary>
    private bool IsMine(ActivityDelegate activityDelegate, ChildRelation relation)
    {
        if (activityDelegate.Walk != draft.Declaration)
        {
            return true;
        }

        if (relation == ChildRelation.ImportedHandler || _children.CanShare(activityDelegate.Owner, activityDelegate.Relation))
        {
            return false;
        }

        if (activityDelegate.Relation == ChildRelation.ImportedHandler && _children.MayDeclare(activityDelegate.Owner!) && !draft.IsDeclared(activityDelegate))
        {
            return true;
        }

        _children.Report(
            $"The delegate '{activityDelegate.DisplayName}' is declared by '{activityDelegate.Owner?.DisplayName}' too; an activity needs delegates of its own.");
        return false;
    }

    private static int[]? SlotsOf(List<LocationReference> references, Predicate<LocationReference> isMeant)
    {
        List<int>? slots = null;
        foreach (LocationReference reference in references)
        {
            if (isMeant(reference))
            {
                (slots ??= []).Add(reference.Slot);
            }
        }

        return SlotSet.Of(slots);
    }
}
