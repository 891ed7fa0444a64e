namespace Workflow.Interop.Legacy.Activities.Rules.Chaining;

/// <summary>A rule set that has been validated for a type: its active rules in the order of execution. Thread-safe.</summary>
internal sealed class RuleProgram
{
    // The number of conditions that are evaluated between two checks of the cancellation token.
    private const int EvaluationsPerLook = 16;

    private readonly string? _name;
    private readonly RuleStep[] _steps;
    private readonly RuleBits _all;

    public RuleProgram(string? name, RuleStep[] steps)
    {
        _name = name;
        _steps = steps;
        _all = RuleBits.First(steps.Length);
    }

    /// <returns>The program; null if the rules are not valid. The errors are added to the validation.</returns>
    public static RuleProgram? Build(RuleSet ruleSet, RuleValidation validation) =>
        validation.Keep(ruleSet, new RuleProgramBuilder(ruleSet, validation).Build());

    /// <summary>Returns the program that the validation has kept, or builds it.</summary>
    /// <exception cref="RuleSetValidationException">A rule is not valid.</exception>
    public static RuleProgram Of(RuleSet ruleSet, RuleValidation validation) =>
        validation.Kept<RuleProgram>(ruleSet) ?? Build(ruleSet, validation) ?? throw validation.Invalid("rule set", ruleSet.Name);

    public void Run(RuleExecution execution)
    {
        RuleBits pending = new(_steps.Length);
        RuleBits done = new(_steps.Length);
        pending.AddExcept(_all, done);
        execution.Halted = false;
        long limit = execution.EvaluationLimit ?? long.MaxValue;
        for (long count = 0; pending.First() is >= 0 and int next; count++)
        {
            if (count % EvaluationsPerLook == 0)
            {
                execution.CancellationToken.ThrowIfCancellationRequested();
            }

            if (count >= limit)
            {
                throw new RuleEvaluationException(
                    $"The rule set '{_name}' evaluated {limit} conditions without an end; change its rules so that they end, or raise the EvaluationLimit.");
            }

            pending.Remove(next);
            if (!Step(next, execution, pending, done))
            {
                return;
            }
        }
    }

    /// <returns>True if the execution continues.</returns>
    private bool Step(int index, RuleExecution execution, RuleBits pending, RuleBits done)
    {
        RuleStep step = _steps[index];
        bool result = step.Evaluate(execution);
        RuleBranch branch = result ? step.Then : step.Else;
        if (branch.Actions.Length == 0)
        {
            return true;
        }

        if (step.IsOnce)
        {
            done.Add(index);
        }

        execution.Tracking?.Invoke(new RuleActionTrackingEvent(step.Name, result));
        step.Run(branch, execution);
        if (branch.Affected is { } affected)
        {
            pending.AddExcept(affected, done);
        }

        return !execution.Halted;
    }
}
