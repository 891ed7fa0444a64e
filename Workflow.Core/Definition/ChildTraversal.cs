namespace Workflow.Definition;

/// <summary>Assigns positions in the tree to the activities that one activity declares, and schedules their visits.</summary>
internal readonly struct ChildTraversal(ProgramBuilderState draft, Activity activity, int number)
{
    public void Push(
        Activity child, ChildRelation relation, DeclaredScope visible, IdSpace space, IReadOnlyList<RuntimeArgument>? ownerArguments = null)
    {
        if (child.Walk == draft.Declaration)
        {
            if (!IsPlacedHere(child, relation))
            {
                return;
            }
        }
        else if (child.Join(draft.Declaration, out ActivityDeclaration? former))
        {
            (former?.Root.FrozenProgram as Program)?.Remove(child, activity);
        }
        else
        {
            Report($"'{child.DisplayName}' is being made a part of the workflow '{child.Walk!.Root.DisplayName}' on another thread, "
                + $"and cannot be one of {activity.DescribePosition()} as well; give each workflow activity objects of its own.");
            return;
        }

        child.Parent = activity;
        child.Relation = relation;
        child.Space = space;
        draft.Push(new PendingActivity(child, number, visible, ownerArguments, relation, draft.NextOrder()));
    }

    /// <summary>Pushes the handler of a delegate, with an order that may have been reserved earlier.</summary>
    public void PushHandler(Activity handler, ChildRelation relation, DeclaredScope visible, IdSpace space, int delegateNumber, int order)
    {
        int pending = draft.PendingCount;
        Push(handler, relation, visible, space);
        if (draft.PendingCount > pending && draft.TryPop(out PendingActivity pushed))
        {
            draft.Push(pushed with { Delegate = delegateNumber, Order = order });
        }
    }

    /// <summary>True if this activity is in the implementation of an activity that declares the object publicly (rule 12.2).</summary>
    public bool CanShare(Activity? holder, ChildRelation held) =>
        holder is not null && ReferenceEquals(activity.Space!.Owner, holder)
        && held is ChildRelation.Child or ChildRelation.ImportedChild or ChildRelation.Handler or ChildRelation.ImportedHandler;

    /// <summary>
    /// True if this activity can declare an activity that <paramref name="importer"/> imports: this activity must not be inside the implementation of
    /// the importer. An implementation can use only the public children of the activity that it implements.
    /// </summary>
    public bool MayDeclare(Activity importer)
    {
        Activity? owner = activity.Space!.Owner;
        while (owner is not null && owner != importer)
        {
            owner = owner.Space!.Owner;
        }

        return owner is null;
    }

    public void Report(string problem) => draft.Declaration.Findings.Add(new Finding(activity, new Validation.ValidationError(problem)));

    /// <summary>
    /// Handles an activity that already belongs to this walk. Returns true if the position of the activity is here. An implementation can use a public
    /// child of its activity, and any activity can import an activity that is declared elsewhere, before or after. Other sharing is an error (rule 12.2).
    /// </summary>
    private bool IsPlacedHere(Activity child, ChildRelation relation)
    {
        if (relation is ChildRelation.ImportedChild)
        {
            return false;
        }

        if (relation is ChildRelation.Child or ChildRelation.ImplementationChild && CanShare(child.Parent, child.Relation))
        {
            draft.SharedChildren.Add((number, child));
            return false;
        }

        if (child.Relation == ChildRelation.ImportedChild && MayDeclare(child.Parent!) && !draft.IsVisited(child))
        {
            ReportUsers(child);
            return true;
        }

        string problem = ReferenceEquals(child, activity) ? "is used as its own child"
            : IsAround(child) ? $"is used by '{activity.DisplayName}', which lies inside it"
            : $"is used by '{child.Parent!.DisplayName}' and by '{activity.DisplayName}'";
        Report($"'{child.DisplayName}' {problem}; an activity object has one place in a tree, so build another one.");
        return false;
    }

    /// <summary>
    /// Reports an error for each activity that uses the child as a public child of the importing activity: the child is declared by this activity.
    /// </summary>
    private void ReportUsers(Activity child)
    {
        foreach ((int user, Activity shared) in draft.SharedChildren)
        {
            if (ReferenceEquals(shared, child))
            {
                new ChildTraversal(draft, draft.PlanOf(user).Activity, user).Report(
                    $"'{child.DisplayName}' is used by '{activity.DisplayName}' and by '{draft.PlanOf(user).Activity.DisplayName}'; "
                    + "an activity object has one place in a tree, so build another one.");
            }
        }
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
}
