namespace Workflow.Testing;

/// <summary>One request to replace some activities of a definition.</summary>
/// <param name="what">The description of the activities to replace, as part of a sentence.</param>
/// <param name="matches">Returns true if an activity must be replaced.</param>
/// <param name="with">Creates the replacement of one activity.</param>
internal sealed class Replacement(string what, Func<Activity, bool> matches, Func<Activity, Activity> with)
{
    public string What => what;

    public bool Matches(Activity activity) => matches(activity);

    /// <summary>Creates the replacement. Arguments that the replacement does not set are those of the original.</summary>
    public Activity Make(Activity original)
    {
        Activity replacement = with(original)
            ?? throw new WorkflowTestException(
                $"The replacement of {MemberPlaces.Describe(original)} is null; return an activity, such as an empty 'Sequence'.");
        if (!ReferenceEquals(replacement, original))
        {
            ReplacedArguments.Move(original, replacement);
        }

        return replacement;
    }
}
