using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>One execution of conditions or rules with an object. Not thread-safe.</summary>
public class RuleExecution
{
    /// <summary>Creates an execution outside a workflow.</summary>
    /// <param name="validation">The validation for the type of the object.</param>
    /// <param name="thisObject">The object that is 'this' in the rules.</param>
    /// <exception cref="ArgumentException">The object is not of the type of the validation.</exception>
    public RuleExecution(RuleValidation validation, object thisObject)
        : this(validation, thisObject, null)
    {
    }

    /// <summary>Creates an execution.</summary>
    /// <param name="validation">The validation for the type of the object.</param>
    /// <param name="thisObject">The object that is 'this' in the rules.</param>
    /// <param name="activityExecutionContext">The context of the activity that executes the rules, or null.</param>
    /// <exception cref="ArgumentException">The object is not of the type of the validation.</exception>
    public RuleExecution(RuleValidation validation, object thisObject, ActivityExecutionContext? activityExecutionContext)
    {
        ArgumentNullException.ThrowIfNull(validation);
        ArgumentNullException.ThrowIfNull(thisObject);
        if (!validation.ThisType.IsInstanceOfType(thisObject))
        {
            throw new ArgumentException(
                $"The rules were validated for '{validation.ThisType}', not for '{thisObject.GetType()}'; pass an object of that type.", nameof(thisObject));
        }

        Validation = validation;
        ThisObject = thisObject;
        ActivityExecutionContext = activityExecutionContext;
    }

    /// <summary>The validation for the type of the object.</summary>
    public RuleValidation Validation { get; }

    /// <summary>The object that is 'this' in the rules.</summary>
    public object ThisObject { get; }

    /// <summary>The context of the activity that executes the rules, or null outside a workflow.</summary>
    public ActivityExecutionContext? ActivityExecutionContext { get; }

    /// <summary>The activity that executes the rules, or null outside a workflow.</summary>
    public Activity? Activity => ActivityExecutionContext?.Activity;

    /// <summary>True to end the execution after the current action. Actions can set the value; each execution of a rule set begins with false.</summary>
    public bool Halted { get; set; }

    /// <summary>
    /// The maximum number of conditions that an execution of a rule set evaluates before it ends with a <see cref="RuleEvaluationException"/>. Without a limit,
    /// rules that change the members that they read can run forever. Default: null, which means no limit, as in WF3.
    /// </summary>
    public long? EvaluationLimit { get; set; }

    /// <summary>The token that cancels an execution of a rule set. Checked between conditions, but not before each condition. Default: none.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>
    /// Called for each rule that has actions to execute, before the actions. An exception that the callback throws ends the execution. Default: null.
    /// </summary>
    public Action<RuleActionTrackingEvent>? Tracking { get; set; }
}
