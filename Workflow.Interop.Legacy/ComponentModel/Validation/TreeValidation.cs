namespace Workflow.Interop.Legacy.ComponentModel.Compiler;

/// <summary>Validates a tree of activities.</summary>
internal static class TreeValidation
{
    /// <returns>All problems, with the names of the activities.</returns>
    public static ValidationErrorCollection Validate(Activity root)
    {
        ValidationErrorCollection errors = [];
        HashSet<string> names = new(StringComparer.Ordinal);
        foreach (Activity activity in ActivityNames.Tree(root))
        {
            if (!names.Add(activity.QualifiedName))
            {
                errors.Add(new ValidationError(
                    $"The name '{activity.QualifiedName}' is used by several activities; give each one a name of its own.",
                    ErrorNumbers.DuplicateName,
                    false,
                    "Name"));
            }

            for (Activity? current = activity; current is { Enabled: true }; current = current.Parent)
            {
                if (current.Parent is null)
                {
                    errors.AddRange(activity.Problems().Concat(BindCheck.Problems(activity)).Select(problem => ErrorOf(activity, problem)));
                }
            }
        }

        return errors;
    }

    private static ValidationError ErrorOf(Activity activity, ActivityProblem problem) =>
        new($"The activity '{activity.QualifiedName}' {problem.Text}.", problem.Number, isWarning: false, problem.Property);

    /// <summary>Creates the exception that lists all problems.</summary>
    public static WorkflowValidationFailedException Failed(Activity root, ValidationErrorCollection errors) =>
        new($"The workflow '{root.GetType()}' is not valid: {string.Join(' ', errors.Select(static error => error.ErrorText))}", errors);
}
