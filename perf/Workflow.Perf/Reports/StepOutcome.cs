using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>How a step went.</summary>
internal sealed record StepOutcome(ReportSection Section, ReportStep Step)
{
    /// <summary>The cores that other processes took; null if that is not known.</summary>
    public double? OtherCores { get; private init; }

    /// <summary>Why it was not measured; null if it was.</summary>
    public string? Reason { get; private init; }

    /// <summary>Whether that is an error, and not a machine without what the step needs.</summary>
    public bool IsFailure { get; private init; }

    /// <summary>Whether other processes took enough to matter: a twentieth of a core.</summary>
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

    /// <summary>For a step that was not run.</summary>
    public static StepOutcome NotRun(ReportSection section, ReportStep step, string reason) => new(section, step) { Reason = reason };
}
