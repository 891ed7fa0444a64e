namespace Workflow.Extensions.Hosting;

/// <summary>
/// The registration of workflows is invalid. Thrown when the host starts, or at the first use of <see cref="WorkflowClient"/>. The message lists all problems.
/// </summary>
public sealed class WorkflowConfigurationException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="problems">All problems, as sentences.</param>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    public WorkflowConfigurationException(IReadOnlyList<string> problems)
        : base(MessageOf(problems)) => Problems = problems;

    /// <summary>All problems, in the order of the registration.</summary>
    public IReadOnlyList<string> Problems { get; }

    private static string MessageOf(IReadOnlyList<string> problems)
    {
        ArgumentNullException.ThrowIfNull(problems);
        return $"The registration of workflows is invalid:{Environment.NewLine}{string.Join(Environment.NewLine, problems.Select(problem => $"- {problem}"))}";
    }
}
