using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.Activities.Rules.Chaining;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Specifies the rules that are evaluated again after the actions of a rule.</summary>
public enum RuleChainingBehavior
{
    /// <summary>No rules: each rule is evaluated once.</summary>
    None,

    /// <summary>Rules that read a member that a <see cref="RuleUpdateAction"/> names.</summary>
    UpdateOnly,

    /// <summary>Rules that read a member that the actions change.</summary>
    Full,
}

/// <summary>
/// Rules that are executed together. The active rules are evaluated by descending priority, and by name if priorities are equal. After the actions of a rule,
/// the rules that read the changed members are evaluated again, as <see cref="ChainingBehavior"/> specifies. Do not change a rule set after it has been
/// validated or executed.
/// </summary>
[SuppressMessage("Naming", "CA1710:Identifiers should have correct suffix", Justification = "The name is fixed by compatibility with WF3.")]
public class RuleSet : IRulePart
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleSet>()
        .Simple("Name", static e => e.Name, static (e, v) => e.Name = v!)
        .Simple("Description", static e => e.Description, static (e, v) => e.Description = v)
        .Simple("ChainingBehavior", static e => e.ChainingBehavior, static (e, v) => e.ChainingBehavior = v)
        .List<Rule>("Rules", static e => e.Rules).Build();

    /// <summary>Creates a rule set without a name.</summary>
    public RuleSet()
    {
    }

    /// <summary>Creates a rule set without rules.</summary>
    /// <param name="name">The name of the rule set.</param>
    public RuleSet(string name) => Name = name;

    /// <summary>Creates a rule set without rules.</summary>
    /// <param name="name">The name of the rule set.</param>
    /// <param name="description">The description for human readers.</param>
    public RuleSet(string name, string description)
        : this(name) => Description = description;

    /// <summary>The name. Default: null.</summary>
    public string? Name { get; set; }

    /// <summary>The description for human readers. Default: null.</summary>
    public string? Description { get; set; }

    /// <summary>Gets or sets a value that determines which rules are evaluated again. Default: <see cref="RuleChainingBehavior.Full"/>.</summary>
    public RuleChainingBehavior ChainingBehavior { get; set; } = RuleChainingBehavior.Full;

    /// <summary>The rules, in any order.</summary>
    public ICollection<Rule> Rules { get; } = new List<Rule>();

    /// <summary>Validates the rules, and adds the errors to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validation">The validation, with the type of 'this' in the rules.</param>
    /// <returns>True if the rules are valid.</returns>
    public bool Validate(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return RuleProgram.Build(this, validation) is not null;
    }

    /// <summary>Executes the rules. Validates them first, unless they were validated with the same <see cref="RuleValidation"/>.</summary>
    /// <param name="ruleExecution">The execution, with the object that is 'this' in the rules.</param>
    /// <exception cref="RuleSetValidationException">A rule is not valid.</exception>
    /// <exception cref="RuleEvaluationException">
    /// A condition or action failed, or the execution reached <see cref="RuleExecution.EvaluationLimit"/>.
    /// </exception>
    /// <exception cref="OperationCanceledException"><see cref="RuleExecution.CancellationToken"/> was canceled.</exception>
    public void Execute(RuleExecution ruleExecution)
    {
        ArgumentNullException.ThrowIfNull(ruleExecution);
        RuleProgram.Of(this, ruleExecution.Validation).Run(ruleExecution);
    }

    /// <summary>Creates a copy of the rule set and its rules.</summary>
    /// <exception cref="InvalidOperationException">An expression is too deep, or is of a kind that rules do not support.</exception>
    public RuleSet Clone() => NodeTree.Clone(this);

    /// <summary>Returns true if the other object is a rule set with equal properties and rules.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as RuleSet);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, ChainingBehavior, Rules.Count);

    /// <inheritdoc/>
    NodeKind? IRulePart.Kind => GetType() == typeof(RuleSet) ? OwnKind : null;
}
