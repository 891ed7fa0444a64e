using Workflow.Interop.Legacy.Activities.Rules.Chaining;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>A compiled rule set for the objects of one type. Thread-safe.</summary>
public class RuleEngine
{
    private readonly RuleValidation _validation;
    private readonly RuleProgram _program;

    /// <summary>Validates and compiles a rule set.</summary>
    /// <param name="ruleSet">The rule set. Later changes have no effect.</param>
    /// <param name="objectType">The type of the objects.</param>
    /// <exception cref="RuleSetValidationException">A rule is not valid.</exception>
    public RuleEngine(RuleSet ruleSet, Type objectType)
        : this(ruleSet, new RuleValidation(objectType, null))
    {
    }

    /// <summary>Validates and compiles a rule set.</summary>
    /// <param name="ruleSet">The rule set. Later changes have no effect.</param>
    /// <param name="validation">The validation, with the type of the objects.</param>
    /// <exception cref="RuleSetValidationException">A rule is not valid.</exception>
    public RuleEngine(RuleSet ruleSet, RuleValidation validation)
    {
        ArgumentNullException.ThrowIfNull(ruleSet);
        ArgumentNullException.ThrowIfNull(validation);
        _validation = validation;
        _program = RuleProgram.Of(ruleSet, validation);
    }

    /// <summary>Executes the rules outside a workflow.</summary>
    /// <param name="thisObject">The object that is 'this' in the rules.</param>
    /// <inheritdoc cref="Execute(RuleExecution)"/>
    public void Execute(object thisObject) => Execute(thisObject, null);

    /// <summary>Executes the rules.</summary>
    /// <param name="thisObject">The object that is 'this' in the rules.</param>
    /// <param name="executionContext">The context of the activity that executes the rules, or null.</param>
    /// <inheritdoc cref="Execute(RuleExecution)"/>
    public void Execute(object thisObject, ActivityExecutionContext? executionContext) => Execute(new RuleExecution(_validation, thisObject, executionContext));

    /// <summary>Executes the rules with the object and the limits of an execution.</summary>
    /// <param name="ruleExecution">The execution.</param>
    /// <exception cref="ArgumentException">The object is not of the type for which the rules were validated.</exception>
    /// <exception cref="RuleEvaluationException">
    /// A condition or action failed, or the execution reached <see cref="RuleExecution.EvaluationLimit"/>.
    /// </exception>
    /// <exception cref="OperationCanceledException"><see cref="RuleExecution.CancellationToken"/> was canceled.</exception>
    public void Execute(RuleExecution ruleExecution)
    {
        ArgumentNullException.ThrowIfNull(ruleExecution);
        if (!_validation.ThisType.IsInstanceOfType(ruleExecution.ThisObject))
        {
            throw new ArgumentException(
                $"The rules were validated for '{_validation.ThisType}', not for '{ruleExecution.ThisObject.GetType()}'; pass an object of that type.",
                nameof(ruleExecution));
        }

        _program.Run(ruleExecution);
    }
}
