namespace Workflow.Definition;

/// <summary>A frozen tree by ids and by parents. It is created when the tree is inspected, because no run needs it.</summary>
internal sealed class ProgramMap
{
    private readonly Dictionary<string, Activity> _byId;
    private readonly ILookup<int, Activity> _byParent;

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
            .ToLookup(plan => plan.Parent, plan => plan.Activity);
    }

    public Activity? Find(string id) => _byId.GetValueOrDefault(id);

    public IEnumerable<Activity> ChildrenOf(int number) => _byParent[number];

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
