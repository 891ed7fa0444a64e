namespace Workflow.Testing;

/// <summary>The outcome of one run of a <see cref="CrashTest"/>.</summary>
public sealed class CrashOutcome
{
    internal CrashOutcome(string? lostAt, WorkflowTestResult result, IReadOnlyList<string> effects)
    {
        LostAt = lostAt;
        Result = result;
        Effects = effects;
    }

    /// <summary>The point at which the process was lost, as text; null for the run without a crash.</summary>
    public string? LostAt { get; }

    /// <summary>The result of the workflow. Its trace is the one of the last process.</summary>
    public WorkflowTestResult Result { get; }

    /// <summary>The keys of all effects, in order.</summary>
    public IReadOnlyList<string> Effects { get; }

    /// <summary>Counts the occurrences of an effect.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The number of occurrences; zero if the effect did not happen.</returns>
    public int CountOf(string key) => Effects.Count(other => other == key);
}
