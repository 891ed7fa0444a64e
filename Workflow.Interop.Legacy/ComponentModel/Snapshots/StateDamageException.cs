namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Saved state is damaged, or does not fit the workflow. Callers outside of the package see this exception only as the cause of another exception.
/// </summary>
internal sealed class StateDamageException(string message, Exception? cause = null) : Exception(message, cause);
