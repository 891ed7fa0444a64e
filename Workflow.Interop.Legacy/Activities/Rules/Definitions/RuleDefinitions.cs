using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>A collection of conditions, with their names as keys.</summary>
public sealed class RuleConditionCollection : KeyedCollection<string, RuleCondition>
{
    /// <inheritdoc/>
    protected override string GetKeyForItem(RuleCondition item)
    {
        ArgumentNullException.ThrowIfNull(item);
        return string.IsNullOrEmpty(item.Name) ? throw new ArgumentException("The condition has no name; set Name before adding it.", nameof(item)) : item.Name;
    }
}

/// <summary>A collection of rule sets, with their names as keys.</summary>
public sealed class RuleSetCollection : KeyedCollection<string, RuleSet>
{
    /// <inheritdoc/>
    protected override string GetKeyForItem(RuleSet item)
    {
        ArgumentNullException.ThrowIfNull(item);
        return string.IsNullOrEmpty(item.Name) ? throw new ArgumentException("The rule set has no name; set Name before adding it.", nameof(item)) : item.Name;
    }
}

/// <summary>The conditions and rule sets of a workflow. Do not change them after the workflow was created.</summary>
public sealed class RuleDefinitions : IRulePart
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleDefinitions>()
        .List<RuleCondition>("Conditions", static e => e.Conditions)
        .List<RuleSet>("RuleSets", static e => e.RuleSets).Build();

    /// <summary>
    /// The attached dependency property for the definitions of an activity. A condition or policy inside the activity uses the nearest enclosing definitions
    /// that contain its name. Without a value, the definitions are read from the resource 'TypeName.rules' in the assembly and namespace of the activity type,
    /// if the resource exists.
    /// </summary>
    public static readonly DependencyProperty RuleDefinitionsProperty = DependencyProperty.RegisterAttached(
        "RuleDefinitions", typeof(RuleDefinitions), typeof(RuleDefinitions), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The conditions, for <see cref="RuleConditionReference"/>.</summary>
    public RuleConditionCollection Conditions { get; } = [];

    /// <summary>The rule sets, for <see cref="PolicyActivity"/>.</summary>
    public RuleSetCollection RuleSets { get; } = [];

    /// <inheritdoc/>
    NodeKind? IRulePart.Kind => OwnKind;
}
