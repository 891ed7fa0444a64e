namespace Workflow.Statements;

/// <summary>
/// Ends a catch with the exception that it caught, as if it had not been caught: the stack trace and the reported source are the original ones.
/// </summary>
/// <remarks>
/// Valid in the handler of a <see cref="Catch"/> at any depth, but not in the implementation of an activity inside the handler. Elsewhere it is a validation
/// error (rule 5.6). A handler of a <see cref="CompensableActivity"/> is not inside the catches that contain the activity. With nested catches, it applies to
/// the innermost one.
/// </remarks>
public sealed class Rethrow : NativeActivity
{
    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        if (!IsInsideCatch())
        {
            metadata.AddValidationError(
                $"'{DisplayName}' is not inside the handler of a catch, or is in the implementation of an activity or a handler of a compensable activity there; use it directly in a catch.");
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        CaughtFault caught = CaughtFault.FindInnermost(context.Instance.Environment)
            ?? throw new InvalidOperationException($"'{DisplayName}' has no exception to throw again; use it while a catch runs.");
        context.Port.Rethrow(caught.Exception, caught.Source, caught.SourceInstance);
    }

    /// <summary>Returns true if the activity is in the handler of a catch. Searches up to the root of the implementation that contains the activity.</summary>
    private bool IsInsideCatch()
    {
        Activity below = this;
        while (below.Parent is { } parent && ReferenceEquals(parent.Space, Space))
        {
            if (parent is TryCatch && below.Relation == ChildRelation.Handler)
            {
                return true;
            }

            if (parent.RunsIndependently(below))
            {
                return false;
            }

            below = parent;
        }

        return false;
    }
}
