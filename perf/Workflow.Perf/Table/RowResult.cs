using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>The state of a row during the run.</summary>
internal sealed class RowResult(Row row)
{
    public Row Row => row;

    public Trial? Trial { get; private set; }

    public Measurement? Measurement { get; private set; }

    /// <summary>The number of cores that other processes used while the row was measured; null if it is not known.</summary>
    public double? OtherCores { get; private set; }

    /// <summary>True if other processes used more than a twentieth of a core.</summary>
    public bool IsDisturbed => OtherCores > 0.05;

    public string? Failure { get; private set; }

    /// <summary>The reason why this machine cannot measure the row; null if it can.</summary>
    public string? Skipped { get; private set; }

    /// <summary>Builds the trial, once.</summary>
    public void Prepare()
    {
        if (Trial is null && Failure is null && Skipped is null)
        {
            Attempt(() => Trial = row.Prepare());
        }
    }

    /// <summary>Measures the trial, once. Does nothing if the trial could not be built.</summary>
    public void Measure(Pace pace)
    {
        if (Trial is { } trial && Measurement is null && Failure is null)
        {
            Neighbours neighbours = new();
            Attempt(() => Measurement = Measurement.Of(trial, pace));
            OtherCores = neighbours.Cores;
        }
    }

    /// <summary>Runs a step. If it fails, the report shows the failure, and the other rows are still measured.</summary>
    private void Attempt(Action step)
    {
        try
        {
            step();
        }
        catch (SkippedException skipped)
        {
            Skipped = skipped.Message;
        }
        catch (Exception failure)
        {
            Failure = $"{failure.GetType().Name}: {failure.Message.ReplaceLineEndings(" ")}";
        }
    }
}
