using Workflow.Interop.Legacy.Activities.Rules.Documents;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>A condition or rule set to which an activity refers, with the activity that is 'this' in it.</summary>
internal sealed record RuleLookup(Activity Owner, object Rules)
{
    public static RuleLookup? Condition(Activity activity, string? name) =>
        Find(activity, name, static (definitions, key) => definitions.Conditions.TryGetValue(key, out RuleCondition? found) ? found : null);

    public static RuleLookup? RuleSet(Activity activity, string? name) =>
        Find(activity, name, static (definitions, key) => definitions.RuleSets.TryGetValue(key, out RuleSet? found) ? found : null);

    /// <summary>Returns the rules, compiled for the type of the owner.</summary>
    public PreparedRules Prepare() => SharedRules.Of(Rules, Owner.GetType());

    private static RuleLookup? Find(Activity activity, string? name, Func<RuleDefinitions, string, object?> find)
    {
        for (Activity? owner = activity; owner is not null && !string.IsNullOrEmpty(name); owner = owner.Parent)
        {
            RuleDefinitions? definitions = (RuleDefinitions?)owner.GetValue(RuleDefinitions.RuleDefinitionsProperty) ?? RuleResources.Of(owner.GetType());
            if (definitions is not null && find(definitions, name) is { } found)
            {
                return new RuleLookup(owner, found);
            }
        }

        return null;
    }
}
