using System.Globalization;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>
/// Reports on the standard error what is measured, and the remaining time. The estimate is corrected by the actual time of the previous steps.
/// </summary>
internal sealed class Progress(IReadOnlyList<ReportStep> steps, TimeSpan limit, TextWriter output)
{
    /// <summary>The limits of the correction, because the first steps are a poor sample of all steps.</summary>
    private const double LeastCorrection = 0.3, MostCorrection = 3;

    private readonly long _start = Clock.Now;
    private double _expected;
    private int _done;

    /// <summary>True if the time limit of the caller has elapsed.</summary>
    public bool IsOver => Clock.Since(_start) >= limit;

    public TimeSpan Elapsed => Clock.Since(_start);

    public void Begin(ReportSection section, ReportStep step) =>
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"[{_done + 1,3}/{steps.Count}] {section.Id}: {step.Name} ({Remaining()})"));

    public void End(StepOutcome outcome)
    {
        _done++;
        _expected += outcome.Step.Seconds;
        if (outcome.Reason is { } reason)
        {
            output.WriteLine($"          {(outcome.IsFailure ? "failed" : "not measured")}: {reason}");
        }
    }

    private string Remaining()
    {
        double correction = _expected == 0 ? 1 : Math.Clamp(Elapsed.TotalSeconds / _expected, LeastCorrection, MostCorrection);
        double seconds = Math.Max(0, Math.Min(steps.Skip(_done).Sum(static step => step.Seconds) * correction, (limit - Elapsed).TotalSeconds));
        return seconds < 90
            ? string.Create(CultureInfo.InvariantCulture, $"about {seconds:0} s left")
            : string.Create(CultureInfo.InvariantCulture, $"about {seconds / 60:0} min left");
    }
}
