namespace Workflow.Testing;

/// <summary>One request to put another activity in the place of some activities of a definition.</summary>
/// <param name="what">What it replaces, as part of a sentence.</param>
/// <param name="matches">Whether it replaces an activity.</param>
/// <param name="with">Makes the replacement of one activity.</param>
internal sealed class Replacement(string what, Func<Activity, bool> matches, Func<Activity, Activity> with)
{
    public string What => what;

    public bool Matches(Activity activity) => matches(activity);

    /// <summary>Makes the replacement. The arguments that it has not set are those of the original.</summary>
    public Activity Make(Activity original)
    {
        Activity replacement = with(original)
            ?? throw new WorkflowTestException($"The replacement of {MemberPlaces.Describe(original)} is null; return an activity, such as an empty 'Sequence'.");
        if (!ReferenceEquals(replacement, original))
        {
            ReplacedArguments.Move(original, replacement);
        }

        return replacement;
    }
}
