using System.Runtime.CompilerServices;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>
/// Conditions and rule sets in compiled form. A workflow that creates its rules in its constructor creates equal rules for each instance; equal rules are
/// compiled once for each type. Thread-safe.
/// </summary>
internal sealed class SharedRules
{
    // The number of different rules that are kept for a type. A type whose instances have more different rules compiles them for each instance.
    private const int MostOfAType = 64;

    private static readonly ConditionalWeakTable<Type, SharedRules> ByType = [];
    private static readonly ConditionalWeakTable<object, PreparedRules> ByRules = [];

    private PreparedRules[] _known = [];

    /// <summary>Returns the compiled form of a condition or rule set for a type. Its errors describe the problems.</summary>
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
            // The owner of the rules cannot change the copy.
            copy = NodeTree.Clone(rules);
        }
        catch (InvalidOperationException)
        {
            // The rules are too deep for this stack. Validation reports this.
            return PreparedRules.Make(rules, type);
        }

        PreparedRules prepared = PreparedRules.Make(copy, type);
        // Without a lock, concurrent additions can overwrite each other. Such rules are only compiled once more.
        Volatile.Write(ref _known, [.. _known.TakeLast(MostOfAType - 1), prepared]);
        return prepared;
    }
}

/// <summary>A condition or rule set that has been validated for a type.</summary>
internal sealed class PreparedRules
{
    private PreparedRules(object rules, RuleValidation validation)
    {
        Rules = rules;
        Validation = validation;
    }

    public object Rules { get; }

    public RuleValidation Validation { get; }

    /// <summary>Creates an execution for an activity.</summary>
    /// <exception cref="RuleSetValidationException">The rules are not valid.</exception>
    public RuleExecution NewExecution(Activity owner, ActivityExecutionContext? context) => Validation.Errors.HasErrors
        ? throw new RuleSetValidationException(
            $"The rules of '{owner.QualifiedName}' are not valid for '{owner.GetType()}': {string.Join(' ', Validation.Errors.Select(static error => error.ErrorText))}",
            Validation.Errors)
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
