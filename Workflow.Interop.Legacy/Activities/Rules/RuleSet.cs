using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.Activities.Rules.Chaining;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Which rules are evaluated again after the actions of a rule.</summary>
public enum RuleChainingBehavior
{
    /// <summary>None: each rule is evaluated once.</summary>
    None,

    /// <summary>Those that read what a <see cref="RuleUpdateAction"/> names.</summary>
    UpdateOnly,

    /// <summary>Those that read what the actions change.</summary>
    Full,
}

/// <summary>
/// Rules that are executed together: the active ones by priority, the highest first, and by name among equals. After the actions of a rule, the rules that read what
/// these change are evaluated again, as <see cref="ChainingBehavior"/> says. Do not change a rule set after it was validated or executed.
/// </summary>
[SuppressMessage("Naming", "CA1710:Identifiers should have correct suffix", Justification = "The name is fixed by compatibility with WF3.")]
public class RuleSet
{
    /// <summary>Makes a rule set without a name.</summary>
    public RuleSet()
    {
    }

    /// <summary>Makes a rule set without rules.</summary>
    /// <param name="name">Its name.</param>
    public RuleSet(string name) => Name = name;

    /// <summary>Makes a rule set without rules.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">A text for people.</param>
    public RuleSet(string name, string description)
        : this(name) => Description = description;

    /// <summary>The name. Default: null.</summary>
    public string? Name { get; set; }

    /// <summary>A text for people. Default: null.</summary>
    public string? Description { get; set; }

    /// <summary>Which rules are evaluated again. Default: <see cref="RuleChainingBehavior.Full"/>.</summary>
    public RuleChainingBehavior ChainingBehavior { get; set; } = RuleChainingBehavior.Full;

    /// <summary>The rules, in any order.</summary>
    public ICollection<Rule> Rules { get; } = new List<Rule>();

    /// <summary>Finds what is wrong with the rules and adds it to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validation">The type that the rules are about, and its errors.</param>
    /// <returns>Whether nothing is wrong.</returns>
    public bool Validate(RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(validation);
        return validation.Prepare(this) is not null;
    }

    /// <summary>Executes the rules. They are validated before, unless they were with the same <see cref="RuleValidation"/>.</summary>
    /// <param name="ruleExecution">The object that the rules are about.</param>
    /// <exception cref="RuleSetValidationException">A rule is not valid.</exception>
    /// <exception cref="RuleEvaluationException">A condition or action failed, or the rules went on past <see cref="RuleExecution.EvaluationLimit"/>.</exception>
    /// <exception cref="OperationCanceledException"><see cref="RuleExecution.CancellationToken"/> was canceled.</exception>
    public void Execute(RuleExecution ruleExecution)
    {
        ArgumentNullException.ThrowIfNull(ruleExecution);
        RuleProgram program = ruleExecution.Validation.ProgramOf(this);
        program.Run(ruleExecution);
    }

    /// <summary>Makes a copy with copies of the rules.</summary>
    /// <exception cref="InvalidOperationException">An expression is too deep or not of a kind that rules support.</exception>
    public RuleSet Clone() => NodeTree.Clone(this);

    /// <summary>Whether the other object is a rule set with equal rules.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => NodeTree.AreEqual(this, obj as RuleSet);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, ChainingBehavior, Rules.Count);
}
