namespace Workflow.Extensions.Hosting;

/// <summary>
/// The registration of workflows is invalid. Thrown when the host starts, or at the first use of <see cref="WorkflowClient"/>. The message lists all problems.
/// </summary>
public sealed class WorkflowConfigurationException : Exception
{
    internal WorkflowConfigurationException(IReadOnlyList<string> problems)
        : base(
            $"The registration of workflows is invalid:{Environment.NewLine}{string.Join(Environment.NewLine, problems.Select(problem => $"- {problem}"))}") =>
        Problems = problems;

    /// <summary>All problems, in the order of the registration.</summary>
    public IReadOnlyList<string> Problems { get; }
}
