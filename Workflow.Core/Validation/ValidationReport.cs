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

    private static string Describe(ValidationError error)
    {
        if (error.Source is not { } source)
        {
            return error.Message;
        }

        // An author who does not know the inside of an activity is told about the activity itself.
        bool isInside = source.Space?.Owner is not null;
        Activity visible = source;
        while (visible.Space?.Owner is { } owner)
        {
            visible = owner;
        }

        string place = $"'{visible.DisplayName}' ({PathOf(visible)}): ";
        return isInside ? $"{place}inside its implementation, at '{source.DisplayName}' ({PathOf(source)}): {error.Message}" : place + error.Message;
    }

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
