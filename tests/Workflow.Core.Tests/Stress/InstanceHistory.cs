namespace Workflow.Core.Tests.Stress;

/// <summary>
/// What an instance has done, over all its applications: after a load from a save, what it had done at that save. Touched by whoever is in the instance.
/// </summary>
internal sealed class InstanceHistory
{
    /// <summary>Each step, followed by a space.</summary>
    public string Text { get; private set; } = string.Empty;

    /// <summary>The number that its next record must have.</summary>
    public long NextRecord { get; set; }

    /// <summary>It was made known as started.</summary>
    public bool HasStarted { get; set; }

    public SavePoint Point => new(Text, NextRecord, HasStarted);

    public void Add(string what) => Text += $"{what} ";

    public bool HasTaken(int token) => Text.Contains($":{token} ", StringComparison.Ordinal);

    public void Return(SavePoint point) => (Text, NextRecord, HasStarted) = (point.Text, point.NextRecord, point.HasStarted);
}

/// <summary>What an instance had done when it was saved.</summary>
internal sealed record SavePoint(string Text, long NextRecord, bool HasStarted);
