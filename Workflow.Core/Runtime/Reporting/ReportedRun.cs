namespace Workflow.Runtime.Reporting;

/// <summary>What a <see cref="Reporter"/> asks of the run that it reports.</summary>
internal abstract class ReportedRun
{
    /// <summary>Records wait to be delivered, and the run knows it.</summary>
    public abstract bool IsDeliveryRequested { get; }

    /// <summary>Has records delivered between two items. Safe from any thread.</summary>
    public abstract void RequestDelivery();

    /// <summary>Has each activity reported from now on, or no longer: for that every item goes through the queue.</summary>
    public abstract void FollowActivities(bool follows);

    /// <summary>Aborts even an instance that is about to be terminated: what failed is what would report its end.</summary>
    public abstract void AbortFirst(Exception reason);
}
