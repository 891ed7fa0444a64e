using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>A row on its way through the run.</summary>
internal sealed class RowResult(Row row)
{
    public Row Row => row;

    public Trial? Trial { get; private set; }

    public Measurement? Measurement { get; private set; }

    /// <summary>The cores that other processes took while the row was measured.</summary>
    public double? OtherCores { get; private set; }

    /// <summary>Whether they took enough to matter: a twentieth of a core.</summary>
    public bool IsDisturbed => OtherCores > 0.05;

    public string? Failure { get; private set; }

    /// <summary>Why this machine cannot measure the row.</summary>
    public string? Skipped { get; private set; }

    /// <summary>Builds the trial, once.</summary>
    public void Prepare()
    {
        if (Trial is null && Failure is null && Skipped is null)
        {
            Attempt(() => Trial = row.Prepare());
        }
    }

    /// <summary>Measures the trial, once; nothing if it could not be built.</summary>
    public void Measure(Pace pace)
    {
        if (Trial is { } trial && Measurement is null && Failure is null)
        {
            Neighbours neighbours = new();
            Attempt(() => Measurement = Measurement.Of(trial, pace));
            OtherCores = neighbours.Cores;
        }
    }

    /// <summary>A row that fails says so in the report; the others are measured all the same.</summary>
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
