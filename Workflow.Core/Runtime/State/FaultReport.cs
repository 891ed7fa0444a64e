namespace Workflow.Runtime.State;

/// <summary>An exception that propagates up the tree of activity instances.</summary>
/// <param name="Exception">The exception.</param>
/// <param name="Source">The activity instance that is reported as the source of the exception.</param>
/// <param name="Carrier">The child from which the exception propagates to its parent.</param>
/// <param name="Handler">The fault callback of that child, which is called next; null if the exception crosses the scope of a transaction.</param>
/// <param name="IsUnsaved">
/// True if the instance must not be saved with the exception: the owner of the callback holds a no-persist zone until the callback has returned (rule 5.7).
/// </param>
internal sealed record FaultReport(Exception Exception, Frame Source, Frame Carrier, FaultCallback? Handler, bool IsUnsaved = false);
