using Workflow.Validation;

namespace Workflow.Extensions.Hosting;

/// <summary>A registered definition before its validation.</summary>
/// <param name="Name">The name.</param>
/// <param name="Version">The version.</param>
/// <param name="Create">Creates the root.</param>
/// <param name="Policy">The failure policy; null for the policy of the options.</param>
internal sealed record DefinitionRegistration(string Name, int Version, Func<Activity> Create, WorkflowFailurePolicy? Policy)
{
    /// <summary>Creates and validates the definition.</summary>
    /// <param name="policy">The policy for definitions without a policy.</param>
    /// <param name="problems">Receives the text of each problem.</param>
    /// <returns>The definition; null if there is a problem.</returns>
    public HostedDefinition? Build(WorkflowFailurePolicy policy, List<string> problems)
    {
        int before = problems.Count;
        try
        {
            if (Version < 1)
            {
                problems.Add($"The definition '{Name}' has the version '{Version}'; use a number of 1 or more.");
                return null;
            }

            Activity root = Create() ?? throw new InvalidOperationException("The function returned null.");
            Validate(root, problems);
            return problems.Count == before ? new HostedDefinition(Name, Version, root, Policy ?? policy) { Bookmarks = new DeclaredBookmarks(root) } : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            problems.Add($"The definition '{Name}' {Version} cannot be created: {exception.Message}");
            return null;
        }
    }

    private void Validate(Activity root, List<string> problems)
    {
        try
        {
            problems.AddRange(ActivityValidationServices.Validate(root).Errors.Select(error =>
                $"The definition '{Name}' {Version} is invalid at '{error.Source?.DisplayName}' ({error.Id}): {error.Message}"));
        }
        catch (InvalidOperationException)
        {
            // The definition has already run, because another host of this process uses it, and cannot be validated again. An invalid definition never runs, so
            // this definition is valid.
            _ = WorkflowInspectionServices.GetActivities(root);
        }
    }
}
