using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Whether a rule is evaluated again after its actions have run.</summary>
public enum RuleReevaluationBehavior
{
    /// <summary>No.</summary>
    Never,

    /// <summary>Whenever something that its condition reads has changed.</summary>
    Always,
}

/// <summary>A condition, and what is done if it holds or does not.</summary>
public class Rule
{
    /// <summary>Makes a rule without a condition.</summary>
    public Rule()
    {
    }

    /// <summary>Makes a rule without a condition.</summary>
    /// <param name="name">Its name.</param>
    public Rule(string name) => Name = name;

    /// <summary>Makes a rule.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="condition">Its condition.</param>
    /// <param name="thenActions">What is done if the condition holds.</param>
    public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions)
        : this(name, condition, thenActions, [])
    {
    }

    /// <summary>Makes a rule.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="condition">Its condition.</param>
    /// <param name="thenActions">What is done if the condition holds.</param>
    /// <param name="elseActions">What is done if it does not.</param>
    public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions, IList<RuleAction> elseActions)
    {
        ArgumentNullException.ThrowIfNull(thenActions);
        ArgumentNullException.ThrowIfNull(elseActions);
        Name = name;
        Condition = condition;
        ThenActions = new List<RuleAction>(thenActions);
        ElseActions = new List<RuleAction>(elseActions);
    }

    /// <summary>The name; unique in its rule set. Default: null.</summary>
    public string? Name { get; set; }

    /// <summary>A text for people. Default: null.</summary>
    public string? Description { get; set; }

    /// <summary>The order: rules with a higher number come first. Default: 0.</summary>
    public int Priority { get; set; }

    /// <summary>Whether the rule takes part. Default: true.</summary>
    public bool Active { get; set; } = true;

    /// <summary>Whether the rule is evaluated again after its actions have run. Default: <see cref="RuleReevaluationBehavior.Always"/>.</summary>
    public RuleReevaluationBehavior ReevaluationBehavior { get; set; } = RuleReevaluationBehavior.Always;

    /// <summary>The condition. Default: null, which validation refuses.</summary>
    public RuleCondition? Condition { get; set; }

    /// <summary>What is done if the condition holds, in this order.</summary>
    public IList<RuleAction> ThenActions { get; } = new List<RuleAction>();

    /// <summary>What is done if the condition does not hold, in this order.</summary>
    public IList<RuleAction> ElseActions { get; } = new List<RuleAction>();

    /// <summary>Makes a copy with copies of the condition and the actions.</summary>
    /// <exception cref="InvalidOperationException">An expression is too deep or not of a kind that rules support.</exception>
    public Rule Clone() => NodeTree.Clone(this);

    /// <summary>Whether the other object is a rule with an equal condition and equal actions.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as Rule);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Priority, Active);
}
