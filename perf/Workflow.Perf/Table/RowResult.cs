using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>A row on its way through the run.</summary>
internal sealed class RowResult(Row row)
{
    public Row Row => row;

    public Trial? Trial { get; set; }

    public Measurement? Measurement { get; set; }

    /// <summary>The cores that other processes took while the row was measured.</summary>
    public double? OtherCores { get; set; }

    /// <summary>Whether they took enough to matter: a twentieth of a core.</summary>
    public bool IsDisturbed => OtherCores > 0.05;

    public string? Failure { get; private set; }

    /// <summary>Why this machine cannot measure the row.</summary>
    public string? Skipped { get; private set; }

    /// <summary>A row that fails says so in the report; the others are measured all the same.</summary>
    public void Attempt(Action step)
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
