namespace Workflow.Core.Tests.Stress;

/// <summary>
/// The steps of an instance across all its applications. A load resets the history to the loaded save. Accessed only by the thread that is inside the instance.
/// </summary>
internal sealed class InstanceHistory
{
    /// <summary>The steps, each followed by a space.</summary>
    public string Text { get; private set; } = string.Empty;

    /// <summary>The expected number of the next record.</summary>
    public long NextRecord { get; set; }

    /// <summary>True if the instance was recorded as started.</summary>
    public bool HasStarted { get; set; }

    public SavePoint Point => new(Text, NextRecord, HasStarted);

    public void Add(string what) => Text += $"{what} ";

    public bool HasTaken(int token) => Text.Contains($":{token} ", StringComparison.Ordinal);

    public void Return(SavePoint point) => (Text, NextRecord, HasStarted) = (point.Text, point.NextRecord, point.HasStarted);
}

/// <summary>The history of an instance at a save.</summary>
internal sealed record SavePoint(string Text, long NextRecord, bool HasStarted);
