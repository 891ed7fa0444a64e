namespace Workflow.Statements;

/// <summary>Determines where the activities of this family are valid, and which tokens they accept.</summary>
internal static class CompensationRules
{
    /// <summary>
    /// Returns the innermost compensable activity that is an ancestor of this activity; null if there is none. Searches across implementations.
    /// </summary>
    /// <param name="activity">The activity.</param>
    /// <param name="isInHandler">True if the activity is in a handler of that ancestor.</param>
    public static CompensableActivity? FindAround(Activity activity, out bool isInHandler)
    {
        for (Activity below = activity; below.Parent is { } parent; below = parent)
        {
            if (parent is CompensableActivity compensable)
            {
                isInHandler = compensable.RunsIndependently(below);
                return compensable;
            }
        }

        isInHandler = false;
        return null;
    }

    /// <summary>Declares the target of <see cref="Compensate"/> and <see cref="Confirm"/>; returns false if there is none.</summary>
    public static bool DeclareTarget(Activity activity, InArgument<CompensationToken>? target, NativeActivityMetadata metadata)
    {
        RuntimeArgument argument = new("Target", typeof(CompensationToken), ArgumentDirection.In);
        metadata.Bind(target, argument);
        metadata.AddArgument(argument);
        bool hasTarget = target?.Expression is not null;
        _ = FindAround(activity, out bool isInHandler);
        if (!hasTarget && !isInHandler)
        {
            metadata.AddValidationError(
                $"'{activity.DisplayName}' has no target and is not inside a handler of a compensable activity; set its Target, or move it into a handler.");
        }

        return hasTarget;
    }

    /// <summary>Compensates or confirms the unit of a token; does nothing if that was requested before (rule 11.3).</summary>
    public static void Run(NativeActivityContext context, CompensationToken? token, CompensationState work, CompensationState done)
    {
        if (token is null)
        {
            throw context.Instance.Activity.Walk?.Root.FrozenProgram?.Contains<CompensableActivity>() == false
                ? new InvalidOperationException(
                    $"'{NameOf(context)}' has nothing to work on, because the workflow has no compensable activity; add one, or remove '{NameOf(context)}'.")
                : new ArgumentException(
                    $"The target of '{NameOf(context)}' is null; give it the result of a compensable activity that has completed.", nameof(token));
        }

        if (CompensationLedger.Find(context) is not { } ledger)
        {
            throw new InvalidOperationException($"'{NameOf(context)}' has nothing to work on: no compensable activity has run in this workflow.");
        }

        CompensationUnit unit = token.Unit;
        if (!ReferenceEquals(unit.Ledger, ledger))
        {
            throw new InvalidOperationException(
                $"The token that is the target of '{NameOf(context)}' comes from another workflow instance; use a token of this instance.");
        }

        if (unit.WasNamed && (unit.State == work || unit.State == done))
        {
            return;
        }

        if (unit.State != CompensationState.Completed)
        {
            throw new InvalidOperationException(
                $"'{unit.Participant.ActivityName}' is {unit.State.ToString().ToLowerInvariant()} already, so '{NameOf(context)}' cannot work on it; compensate or confirm each token once.");
        }

        unit.WasNamed = true;
        unit.Run(context, work, null);
    }

    /// <summary>Compensates or confirms the next unit inside the unit whose handler runs. Called again at the end of each unit.</summary>
    public static void RunInner(NativeActivityContext context, CompensationState work, BookmarkCallback onEnded)
    {
        if (context.RootState is not CompensationUnit handled)
        {
            throw new InvalidOperationException(
                $"'{NameOf(context)}' has no target and does not run in a handler of a compensable activity; set its Target.");
        }

        while (handled.LastInner is { } inner)
        {
            if (inner.Run(context, work, onEnded))
            {
                return;
            }
        }
    }

    private static string NameOf(NativeActivityContext context) => context.Instance.Activity.DisplayName;
}
