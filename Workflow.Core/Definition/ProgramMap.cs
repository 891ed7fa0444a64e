namespace Workflow.Definition;

/// <summary>An index of a frozen tree by id and by parent. It is created only for inspection, because no run needs it.</summary>
internal sealed class ProgramMap
{
    private readonly Dictionary<string, Activity> _byId;
    private readonly ILookup<int, ActivityPlan> _byParent;

    public ProgramMap(ActivityPlan[] plans)
    {
        _byId = new Dictionary<string, Activity>(plans.Length, StringComparer.Ordinal);
        foreach (ActivityPlan plan in plans)
        {
            _byId[plan.Activity.Id!] = plan.Activity;
        }

        _byParent = plans.Where(plan => plan.Parent >= 0)
            .OrderBy(plan => RankOf(plan.Relation))
            .ThenBy(plan => plan.Order)
            .ToLookup(plan => plan.Parent);
    }

    public Activity? Find(string id) => _byId.GetValueOrDefault(id);

    public IEnumerable<Activity> ChildrenOf(int number) => _byParent[number].Select(plan => plan.Activity);

    /// <summary>Returns the children without argument expressions and variable defaults.</summary>
    public IEnumerable<Activity> PartsOf(int number) =>
        _byParent[number]
            .Where(plan => plan.Relation is not (
                ChildRelation.ArgumentExpression or ChildRelation.VariableDefault or ChildRelation.ImplementationVariableDefault))
            .Select(plan => plan.Activity);

    private static int RankOf(ChildRelation relation) => relation switch
    {
        ChildRelation.ArgumentExpression => 0,
        ChildRelation.VariableDefault => 1,
        ChildRelation.ImplementationVariableDefault => 2,
        ChildRelation.Child => 3,
        ChildRelation.ImportedChild => 4,
        ChildRelation.ImplementationChild => 5,
        ChildRelation.Handler => 6,
        ChildRelation.ImportedHandler => 7,
        _ => 8,
    };
}
