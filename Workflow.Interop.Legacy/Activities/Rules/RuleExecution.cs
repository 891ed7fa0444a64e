using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>One execution of conditions or rules with an object. One thread uses it.</summary>
public class RuleExecution
{
    /// <summary>Makes an execution outside a workflow.</summary>
    /// <param name="validation">The type of the object, and what was validated for it.</param>
    /// <param name="thisObject">The object.</param>
    /// <exception cref="ArgumentException">The object is not of that type.</exception>
    public RuleExecution(RuleValidation validation, object thisObject)
        : this(validation, thisObject, null)
    {
    }

    /// <summary>Makes an execution.</summary>
    /// <param name="validation">The type of the object, and what was validated for it.</param>
    /// <param name="thisObject">The object.</param>
    /// <param name="activityExecutionContext">The context of the activity that executes rules, or null.</param>
    /// <exception cref="ArgumentException">The object is not of that type.</exception>
    public RuleExecution(RuleValidation validation, object thisObject, ActivityExecutionContext? activityExecutionContext)
    {
        ArgumentNullException.ThrowIfNull(validation);
        ArgumentNullException.ThrowIfNull(thisObject);
        if (!validation.ThisType.IsInstanceOfType(thisObject))
        {
            throw new ArgumentException($"The rules were validated for '{validation.ThisType}', not for '{thisObject.GetType()}'; pass an object of that type.", nameof(thisObject));
        }

        Validation = validation;
        ThisObject = thisObject;
        ActivityExecutionContext = activityExecutionContext;
    }

    /// <summary>The type of the object, and what was validated for it.</summary>
    public RuleValidation Validation { get; }

    /// <summary>The object.</summary>
    public object ThisObject { get; }

    /// <summary>The context of the activity that executes the rules, or null outside a workflow.</summary>
    public ActivityExecutionContext? ActivityExecutionContext { get; }

    /// <summary>The activity that executes the rules, or null outside a workflow.</summary>
    public Activity? Activity => ActivityExecutionContext?.Activity;

    /// <summary>Whether no further rule is executed. An action sets it; an execution of a rule set begins with false.</summary>
    public bool Halted { get; set; }

    /// <summary>
    /// How many conditions an execution of a rule set evaluates at most, before it ends with a <see cref="RuleEvaluationException"/>. Rules that change what they read can go on for
    /// ever; a limit ends them. Default: null, which is no limit, as in WF3.
    /// </summary>
    public long? EvaluationLimit { get; set; }

    /// <summary>Ends an execution of a rule set before the next condition. Default: none.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>Is called for each rule that has actions to execute, before them. Default: null. An exception that it throws ends the execution.</summary>
    public Action<RuleActionTrackingEvent>? Tracking { get; set; }
}
