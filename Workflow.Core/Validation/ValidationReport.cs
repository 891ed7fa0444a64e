using System.Globalization;
using System.Text;

namespace Workflow.Validation;

/// <summary>Renders the errors of an invalid definition for its exception (rule 12.4).</summary>
internal static class ValidationReport
{
    private const int Longest = 4096;

    /// <summary>The length that is reserved for the line with the number of omitted errors.</summary>
    private const int Reserved = 64;

    private const string Cut = " ...";

    public static string Render(IEnumerable<ValidationError> errors)
    {
        StringBuilder text = new("The workflow definition is invalid:");
        int shown = 0, left = 0;
        foreach (ValidationError error in errors)
        {
            if (error.IsWarning)
            {
                continue;
            }

            if (left > 0 || !TryAppend(text, Describe(error), isFirst: shown == 0))
            {
                left++;
                continue;
            }

            shown++;
        }

        if (left > 0)
        {
            text.AppendLine().Append(CultureInfo.InvariantCulture, $"... and {left:N0} more {(left == 1 ? "error" : "errors")}.");
        }

        return text.ToString();
    }

    /// <summary>Appends an error if it fits as a whole, so that no text is truncated. Only the first error is truncated if it is too long.</summary>
    private static bool TryAppend(StringBuilder text, string line, bool isFirst)
    {
        int room = Longest - Reserved - text.Length - Environment.NewLine.Length;
        if (line.Length > room && !isFirst)
        {
            return false;
        }

        text.AppendLine().Append(line.Length > room ? $"{line[..(room - Cut.Length)]}{Cut}" : line);
        return true;
    }

    /// <summary>
    /// Returns a finding in the form in which it is reported. An error inside an implementation is reported for the activity that the application uses,
    /// with a note that the error is inside its implementation.
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
            string message = $"inside its implementation, at '{TreePath.Clip(source.DisplayName)}' ({TreePath.Of(source)}): {error.Message}";
            error = new ValidationError(message, error.IsWarning, error.PropertyName, error.SourceDetail);
        }

        error.Source = visible;
        error.Id = visible.Id;
        return error;
    }

    private static string Describe(ValidationError error) =>
        error.Source is { } source ? $"'{TreePath.Clip(source.DisplayName)}' ({TreePath.Of(source)}): {error.Message}" : error.Message;
}
