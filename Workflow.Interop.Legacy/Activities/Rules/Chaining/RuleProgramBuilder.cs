using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>Validates the rules of a set, and sorts the active rules in the order of execution.</summary>
internal sealed class RuleProgramBuilder(RuleSet ruleSet, RuleValidation validation)
{
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    // Conditions and actions of applications can fail validation without adding an error.
    private bool _isInvalid;

    /// <returns>The program; null if the rules are not valid. The errors are added to the validation.</returns>
    public RuleProgram? Build()
    {
        string outer = validation.Subject;
        int errors = validation.Errors.Count;
        List<(Rule Rule, RuleStep Step, string[] Reads)> steps = [];
        foreach (Rule rule in ruleSet.Rules)
        {
            Build(rule, steps);
        }

        validation.Subject = outer;
        if (_isInvalid || validation.Errors.Count > errors)
        {
            return null;
        }

        steps.Sort(static (left, right) =>
        {
            int order = right.Rule.Priority.CompareTo(left.Rule.Priority);
            return order != 0 ? order : string.CompareOrdinal(left.Step.Name, right.Step.Name);
        });
        Chain(steps);
        return new RuleProgram(ruleSet.Name, [.. steps.Select(static entry => entry.Step)]);
    }

    private void Build(Rule? rule, List<(Rule Rule, RuleStep Step, string[] Reads)> steps)
    {
        validation.Subject = $"The rule set '{ruleSet.Name}'";
        if (rule is null || string.IsNullOrEmpty(rule.Name))
        {
            validation.Report("a rule has no name; name it");
            return;
        }

        if (!_names.Add(rule.Name))
        {
            validation.Report($"several rules have the name '{rule.Name}'; give each one a name of its own");
        }

        Func<RuleExecution, bool>? condition = validation.Ask(() => Condition(rule));
        string[]? reads = condition is null ? null : validation.Ask(() => ReadsOf(rule));
        RuleBranch? then = Branch(rule, rule.ThenActions, "then");
        RuleBranch? otherwise = Branch(rule, rule.ElseActions, "else");
        if (condition is null || reads is null || then is null || otherwise is null)
        {
            _isInvalid = true;
        }
        else if (rule.Active)
        {
            steps.Add((rule, new RuleStep(rule.Name, rule.ReevaluationBehavior == RuleReevaluationBehavior.Never, condition, then, otherwise), reads));
        }
    }

    private Func<RuleExecution, bool>? Condition(Rule rule)
    {
        validation.Subject = $"The condition of the rule '{rule.Name}'";
        switch (rule.Condition)
        {
            case null:
                validation.Report("there is none; set it");
                return null;
            case RuleExpressionCondition expression:
                BoundCode<Func<object, bool>>? bound = expression.Bind(validation);
                return bound is null ? null : execution => bound.Current(execution.ThisObject);
            default:
                return rule.Condition.Validate(validation) ? rule.Condition.Evaluate : null;
        }
    }

    /// <summary>Returns the paths that the condition reads; none if the rule set has no chaining or the rule is not active.</summary>
    private string[] ReadsOf(Rule rule) => ruleSet.ChainingBehavior == RuleChainingBehavior.None || !rule.Active
        ? [] : [.. (rule.Condition!.GetDependencies(validation) ?? []).OfType<string>()];

    private RuleBranch? Branch(Rule rule, IList<RuleAction> actions, string branch)
    {
        List<Action<RuleExecution>> steps = [];
        HashSet<string> changes = new(StringComparer.Ordinal);
        for (int i = 0; i < actions.Count; i++)
        {
            validation.Subject = $"The {branch} action {i + 1} of the rule '{rule.Name}'";
            RuleAction action = actions[i];
            if (validation.Ask(() => Step(action)) is { } step && validation.Ask(() => ChangesOf(action)) is { } changed)
            {
                steps.Add(step);
                changes.UnionWith(changed);
            }
        }

        if (actions.SkipWhile(static action => action is not RuleHaltAction).Skip(1).Any())
        {
            validation.Subject = $"The {branch} actions of the rule '{rule.Name}'";
            validation.Warn("there are actions after the halt, which never run; remove them or move the halt to the end", ErrorNumbers.UnreachableAction);
        }

        return steps.Count == actions.Count ? new RuleBranch([.. steps], changes) : null;
    }

    private Action<RuleExecution>? Step(RuleAction? action)
    {
        switch (action)
        {
            case null:
                validation.Report("there is none; remove the empty entry");
                return null;
            case RuleStatementAction statement:
                BoundCode<Action<object>>? bound = statement.Bind(validation);
                return bound is null ? null : execution => bound.Current(execution.ThisObject);
            default:
                return action.Validate(validation) ? action.Execute : null;
        }
    }

    private string[] ChangesOf(RuleAction action) =>
        ruleSet.ChainingBehavior == RuleChainingBehavior.Full || (ruleSet.ChainingBehavior == RuleChainingBehavior.UpdateOnly && action is RuleUpdateAction)
            ? [.. (action.GetSideEffects(validation) ?? []).OfType<string>()]
            : [];

    private void Chain(List<(Rule Rule, RuleStep Step, string[] Reads)> steps)
    {
        PathIndex index = new();
        for (int i = 0; i < steps.Count; i++)
        {
            foreach (string path in steps[i].Reads)
            {
                index.Add(path, i);
            }
        }

        Dictionary<string, RuleBits> known = new(StringComparer.Ordinal);
        foreach (RuleBranch branch in steps.SelectMany(static entry => (RuleBranch[])[entry.Step.Then, entry.Step.Else])
            .Where(static branch => branch.Changes.Count > 0))
        {
            branch.Affected = Affected(branch.Changes, index, known, steps.Count);
        }
    }

    /// <summary>Returns the rules that read one of the changes. Branches with the same single change share the set.</summary>
    private static RuleBits Affected(IReadOnlyCollection<string> changes, PathIndex index, Dictionary<string, RuleBits> known, int count)
    {
        RuleBits none = new(count);
        RuleBits affected = new(count);
        foreach (string change in changes)
        {
            if (!known.TryGetValue(change, out RuleBits? readers))
            {
                known[change] = readers = new RuleBits(count);
                index.AddReaders(change, readers);
            }

            if (changes.Count == 1)
            {
                return readers;
            }

            affected.AddExcept(readers, none);
        }

        return affected;
    }
}
