using System.Text;

namespace Workflow.Validation;

/// <summary>Renders the errors of an invalid definition for its exception (rule 12.4).</summary>
internal static class ValidationReport
{
    private const int Longest = 4096;

    private const string Cut = " ...";

    public static string Render(IEnumerable<ValidationError> errors)
    {
        StringBuilder text = new("The workflow definition is invalid:");
        foreach (ValidationError error in errors)
        {
            if (!error.IsWarning)
            {
                text.AppendLine().Append(Describe(error));
            }
        }

        if (text.Length > Longest)
        {
            text.Length = Longest - Cut.Length;
            text.Append(Cut);
        }

        return text.ToString();
    }

    /// <summary>
    /// The finding as its reader sees it: one inside an implementation is about the activity that the author knows, and says that
    /// it comes from inside.
    /// </summary>
    public static ValidationError Present(Finding finding)
    {
        (Activity source, ValidationError error, _) = finding;
        Activity visible = source;
        while (visible.Space?.Owner is { } owner)
        {
            visible = owner;
        }

        if (!ReferenceEquals(visible, source))
        {
            string message = $"inside its implementation, at '{source.DisplayName}' ({PathOf(source)}): {error.Message}";
            error = new ValidationError(message, error.IsWarning, error.PropertyName, error.SourceDetail);
        }

        error.Source = visible;
        error.Id = visible.Id;
        return error;
    }

    private static string Describe(ValidationError error) =>
        error.Source is { } source ? $"'{source.DisplayName}' ({PathOf(source)}): {error.Message}" : error.Message;

    /// <summary>From the root down: <c>Sequence/If/WriteLine</c>.</summary>
    private static string PathOf(Activity activity)
    {
        List<string> names = [];
        for (Activity? step = activity; step is not null; step = step.Parent)
        {
            names.Add(step.DisplayName);
        }

        names.Reverse();
        return string.Join('/', names);
    }
}
