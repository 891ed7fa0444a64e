namespace Workflow.Runtime.State;

/// <summary>An exception on its way up.</summary>
/// <param name="Exception">The exception.</param>
/// <param name="Source">Who threw it.</param>
/// <param name="Carrier">The child it comes out of.</param>
/// <param name="Handler">That child's callback, which is asked next; null when the exception crosses the scope of a transaction.</param>
/// <param name="IsUnsaved">The instance is not to be saved with the exception: the owner of the callback holds a no-persist zone until it has returned (rule 5.7).</param>
internal sealed record FaultReport(Exception Exception, Frame Source, Frame Carrier, FaultCallback? Handler, bool IsUnsaved = false);
