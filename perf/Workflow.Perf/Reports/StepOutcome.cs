using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>The outcome of a step.</summary>
internal sealed record StepOutcome(ReportSection Section, ReportStep Step)
{
    /// <summary>The number of cores that other processes used; null if it is not known.</summary>
    public double? OtherCores { get; private init; }

    /// <summary>The reason why the step was not measured; null if it was measured.</summary>
    public string? Reason { get; private init; }

    /// <summary>True if the reason is an error, and not a missing requirement of the machine.</summary>
    public bool IsFailure { get; private init; }

    /// <summary>True if other processes used more than a twentieth of a core.</summary>
    public bool IsDisturbed => OtherCores > 0.05;

    /// <summary>Runs the step.</summary>
    public static StepOutcome Of(ReportSection section, ReportStep step)
    {
        Neighbours neighbours = new();
        StepOutcome outcome = new(section, step);
        try
        {
            step.Run();
            return outcome with { OtherCores = step.UsesProcesses ? null : neighbours.Cores };
        }
        catch (SkippedException skipped)
        {
            return outcome with { Reason = skipped.Message };
        }
        catch (Exception failure)
        {
            return outcome with { Reason = $"{failure.GetType().Name}: {failure.Message.ReplaceLineEndings(" ")}", IsFailure = true };
        }
    }

    /// <summary>Creates the outcome of a step that was not run.</summary>
    public static StepOutcome NotRun(ReportSection section, ReportStep step, string reason) => new(section, step) { Reason = reason };
}
