using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Specifies whether a rule is evaluated again after its actions have run.</summary>
public enum RuleReevaluationBehavior
{
    /// <summary>The rule is not evaluated again.</summary>
    Never,

    /// <summary>The rule is evaluated again whenever a member that its condition reads has changed.</summary>
    Always,
}

/// <summary>A condition, with the actions for its results true and false.</summary>
public class Rule : IRulePart
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<Rule>()
        .Simple("Name", static e => e.Name, static (e, v) => e.Name = v!)
        .Simple("Description", static e => e.Description, static (e, v) => e.Description = v)
        .Simple("Priority", static e => e.Priority, static (e, v) => e.Priority = v)
        .Simple("Active", static e => e.Active, static (e, v) => e.Active = v)
        .Simple("ReevaluationBehavior", static e => e.ReevaluationBehavior, static (e, v) => e.ReevaluationBehavior = v)
        .Node("Condition", static e => e.Condition, static (e, v) => e.Condition = v)
        .List<RuleAction>("ThenActions", static e => e.ThenActions)
        .List<RuleAction>("ElseActions", static e => e.ElseActions).Build();

    /// <summary>Creates a rule without a condition.</summary>
    public Rule()
    {
    }

    /// <summary>Creates a rule without a condition.</summary>
    /// <param name="name">The name of the rule.</param>
    public Rule(string name) => Name = name;

    /// <summary>Creates a rule.</summary>
    /// <param name="name">The name of the rule.</param>
    /// <param name="condition">The condition.</param>
    /// <param name="thenActions">The actions if the condition is true.</param>
    public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions)
        : this(name, condition, thenActions, [])
    {
    }

    /// <summary>Creates a rule.</summary>
    /// <param name="name">The name of the rule.</param>
    /// <param name="condition">The condition.</param>
    /// <param name="thenActions">The actions if the condition is true.</param>
    /// <param name="elseActions">The actions if the condition is false.</param>
    public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions, IList<RuleAction> elseActions)
    {
        ArgumentNullException.ThrowIfNull(thenActions);
        ArgumentNullException.ThrowIfNull(elseActions);
        Name = name;
        Condition = condition;
        ThenActions = new List<RuleAction>(thenActions);
        ElseActions = new List<RuleAction>(elseActions);
    }

    /// <summary>The name, which must be unique in the rule set. Default: null.</summary>
    public string? Name { get; set; }

    /// <summary>The description for human readers. Default: null.</summary>
    public string? Description { get; set; }

    /// <summary>The priority. Rules with a higher number are evaluated first. Default: 0.</summary>
    public int Priority { get; set; }

    /// <summary>True to execute the rule; false to ignore it. Default: true.</summary>
    public bool Active { get; set; } = true;

    /// <summary>
    /// Gets or sets a value that determines whether the rule is evaluated again after its actions have run. Default:
    /// <see cref="RuleReevaluationBehavior.Always"/>.
    /// </summary>
    public RuleReevaluationBehavior ReevaluationBehavior { get; set; } = RuleReevaluationBehavior.Always;

    /// <summary>The condition. Default: null, which fails validation.</summary>
    public RuleCondition? Condition { get; set; }

    /// <summary>The actions if the condition is true, in the order of execution.</summary>
    public IList<RuleAction> ThenActions { get; } = new List<RuleAction>();

    /// <summary>The actions if the condition is false, in the order of execution.</summary>
    public IList<RuleAction> ElseActions { get; } = new List<RuleAction>();

    /// <summary>Creates a copy of the rule, its condition and its actions.</summary>
    /// <exception cref="InvalidOperationException">An expression is too deep, or is of a kind that rules do not support.</exception>
    public Rule Clone() => NodeTree.Clone(this);

    /// <summary>Returns true if the other object is a rule with equal properties, condition and actions.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as Rule);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Priority, Active);

    /// <inheritdoc/>
    NodeKind? IRulePart.Kind => GetType() == typeof(Rule) ? OwnKind : null;
}
