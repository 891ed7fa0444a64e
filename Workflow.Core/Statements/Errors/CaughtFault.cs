using Workflow.Data;

namespace Workflow.Statements;

/// <summary>
/// The exception that a <see cref="TryCatch"/> took over, and where it came from. It lies in a slot of that activity while its
/// catch runs, which is where <see cref="Rethrow"/> finds it.
/// </summary>
/// <param name="Exception">The exception.</param>
/// <param name="Source">The activity whose code threw it.</param>
/// <param name="SourceInstance">The number of that activity's run; the run itself is not kept.</param>
internal sealed record CaughtFault(Exception Exception, Activity Source, long SourceInstance)
{
    /// <summary>The fault of the innermost running catch around a scope; null when there is none.</summary>
    public static CaughtFault? FindInnermost(LocationEnvironment? scope)
    {
        for (; scope is not null; scope = scope.Parent)
        {
            foreach (Location slot in scope.Slots)
            {
                if (slot is Location<CaughtFault?> { Value: { } caught })
                {
                    return caught;
                }
            }
        }

        return null;
    }
}
