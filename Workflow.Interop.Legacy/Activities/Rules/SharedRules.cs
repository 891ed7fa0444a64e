using System.Runtime.CompilerServices;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// Conditions and rule sets in compiled form. A workflow that makes its rules in its constructor makes equal ones for each instance: these are compiled once for each type.
/// Safe for all threads.
/// </summary>
internal sealed class SharedRules
{
    // A type whose instances have different rules compiles them for each instance.
    private const int MostOfAType = 64;

    private static readonly ConditionalWeakTable<Type, SharedRules> ByType = [];
    private static readonly ConditionalWeakTable<object, PreparedRules> ByRules = [];

    private PreparedRules[] _known = [];

    /// <summary>A condition or rule set for a type. Its errors say what is wrong.</summary>
    public static PreparedRules Of(object rules, Type type)
    {
        if (ByRules.TryGetValue(rules, out PreparedRules? prepared) && prepared.Validation.ThisType == type)
        {
            return prepared;
        }

        prepared = ByType.GetOrCreateValue(type).Find(rules, type);
        ByRules.AddOrUpdate(rules, prepared);
        return prepared;
    }

    private PreparedRules Find(object rules, Type type)
    {
        if (NodeShape.ProblemOf(rules) is not null || !NodeShape.IsKnown(rules))
        {
            return PreparedRules.Make(rules, type);
        }

        foreach (PreparedRules candidate in Volatile.Read(ref _known))
        {
            if (NodeTree.AreEqual(candidate.Rules, rules))
            {
                return candidate;
            }
        }

        object copy;
        try
        {
            // The copy is not changed by the owner of the rules.
            copy = NodeTree.Clone(rules);
        }
        catch (InvalidOperationException)
        {
            // On this stack, validation reports the rule that is too deep.
            return PreparedRules.Make(rules, type);
        }

        PreparedRules prepared = PreparedRules.Make(copy, type);
        Volatile.Write(ref _known, [.. _known.TakeLast(MostOfAType - 1), prepared]);
        return prepared;
    }
}

/// <summary>A condition or rule set that was validated for a type.</summary>
internal sealed class PreparedRules
{
    private PreparedRules(object rules, RuleValidation validation)
    {
        Rules = rules;
        Validation = validation;
    }

    public object Rules { get; }

    public RuleValidation Validation { get; }

    /// <summary>An execution with an activity.</summary>
    /// <exception cref="RuleSetValidationException">The rules are not valid.</exception>
    public RuleExecution NewExecution(Activity owner, ActivityExecutionContext? context) => Validation.Errors.HasErrors
        ? throw new RuleSetValidationException(
            $"The rules of '{owner.QualifiedName}' are not valid for '{owner.GetType()}': {string.Join(' ', Validation.Errors.Select(static error => error.ErrorText))}", Validation.Errors)
        : new RuleExecution(Validation, owner, context);

    public static PreparedRules Make(object rules, Type type)
    {
        RuleValidation validation = new(type, null);
        bool isValid = rules switch
        {
            RuleSet ruleSet => ruleSet.Validate(validation),
            RuleCondition condition => validation.Ask(() => condition.Validate(validation) ? condition : null) is not null,
            _ => false,
        };
        if (!isValid && validation.Errors.Count == 0)
        {
            validation.Report("it says that it is not valid; see its type");
        }

        return new PreparedRules(rules, validation);
    }
}
