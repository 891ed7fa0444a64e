using Workflow.Runtime.Reporting;

namespace Workflow.Hosting;

/// <summary>
/// The objects that an instance has created for its settings, and its pending abort. Created on first use, because many instances need none of them.
/// </summary>
/// <remarks>Only the owner of the turn writes the properties.</remarks>
internal sealed class ApplicationParts
{
    /// <summary>The pending abort. A field, because the struct is changed in place. Thread-safe.</summary>
    public PendingAbort Abort;

    /// <summary>The inputs of the root; null if there are none, or if the root has taken them.</summary>
    public IDictionary<string, object?>? Inputs { get; set; }

    /// <summary>The extensions; null if there are none.</summary>
    public ExtensionSet? Extensions { get; set; }

    /// <summary>Reports to the tracking participants; null if there are none.</summary>
    public Reporter? Reporter { get; set; }

    /// <summary>The saves of the instance, and its load; null before the first of them.</summary>
    public SaveCoordinator? Saves { get; set; }

    /// <summary>Delivers the messages of the store; null before the first message.</summary>
    public MessageDelivery? Messages { get; set; }

    /// <summary>
    /// Cancels everything that the instance waits for, because it is aborted. Callbacks of the tokens may throw, which is ignored. Thread-safe.
    /// </summary>
    public void CancelWaits(Exception reason)
    {
        try
        {
            Saves?.Abort(reason);
        }
        catch (Exception)
        {
            // The abort already has a reason.
        }

        try
        {
            Messages?.CancelReading();
        }
        catch (Exception)
        {
            // As above.
        }

        try
        {
            Reporter?.GiveUp();
        }
        catch (Exception)
        {
            // As above.
        }
    }
}
