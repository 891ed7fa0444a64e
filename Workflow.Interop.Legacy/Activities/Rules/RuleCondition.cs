namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Decides which actions of a rule run. <see cref="RuleExpressionCondition"/> is the condition that ships; applications can derive their own.</summary>
public abstract class RuleCondition
{
    /// <summary>The name; null or empty for the condition of a rule.</summary>
    public abstract string? Name { get; set; }

    /// <summary>Is called once before the condition is used in a workflow. The base class does nothing.</summary>
    public virtual void OnRuntimeInitialized()
    {
    }

    /// <summary>Finds what is wrong with the condition and adds it to <see cref="RuleValidation.Errors"/>.</summary>
    /// <param name="validation">The type that the condition is about, and its errors.</param>
    /// <returns>Whether nothing is wrong.</returns>
    public abstract bool Validate(RuleValidation validation);

    /// <summary>Evaluates the condition.</summary>
    /// <param name="execution">The object that the condition is about.</param>
    public abstract bool Evaluate(RuleExecution execution);

    /// <summary>What the condition reads, as paths such as 'this/Order/Total/'.</summary>
    /// <param name="validation">The type that the condition is about.</param>
    public abstract ICollection<string> GetDependencies(RuleValidation validation);

    /// <summary>Makes a copy.</summary>
    public abstract RuleCondition Clone();
}
