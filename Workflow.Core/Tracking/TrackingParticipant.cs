namespace Workflow.Tracking;

/// <summary>The base class of extensions that receive tracking records of workflow instances. A host may have several participants.</summary>
/// <remarks>
/// <para>Several threads may call a participant at the same time, each for a different instance. For one instance, it receives the records one at a time and
/// in order, at the end of the work item that created them (rule 15.2). With several participants, each receives its own copy (rule 15.4).</para>
/// <para>If a participant fails, the record counts as dropped and the instance continues. If <see cref="IsGuaranteed"/> is true, the failure aborts the
/// instance (rule 15.4).</para>
/// <para>The profile is read when an instance begins or is loaded, and again when <see cref="ProfileChange"/> is canceled.</para>
/// </remarks>
public abstract class TrackingParticipant
{
    /// <summary>The timeout that <see cref="Track"/> gets. It is not enforced.</summary>
    private static readonly TimeSpan TrackTimeout = TimeSpan.FromSeconds(30);

    private long _dropped;

    /// <summary>Initializes a participant that tracks everything.</summary>
    protected TrackingParticipant()
    {
    }

    /// <summary>The profile that selects the records. Null, the default, selects all records; a profile without queries selects none.</summary>
    public virtual TrackingProfile? TrackingProfile { get; set; }

    /// <summary>True if a failure of the participant aborts the instance, so that no record is lost; false by default.</summary>
    public virtual bool IsGuaranteed => false;

    /// <summary>The number of records of all instances that were lost because the participant failed. Thread-safe.</summary>
    public long DroppedRecords => Interlocked.Read(ref _dropped);

    /// <summary>
    /// A token that is canceled when <see cref="SelectProfile"/> returns another profile: running instances then call it again before their next work item.
    /// The default, <see cref="CancellationToken.None"/>, means that the profile never changes, and costs nothing. An override must first provide a new
    /// token and then cancel the old one.
    /// </summary>
    protected virtual CancellationToken ProfileChange => CancellationToken.None;

    /// <summary>Receives a record, on the thread that runs the instance.</summary>
    /// <param name="record">The record. The participant may keep and change it.</param>
    /// <param name="timeout">The time that the participant should not exceed: 30 seconds. It is not enforced; a slow participant delays the instance.</param>
    protected abstract void Track(TrackingRecord record, TimeSpan timeout);

    /// <summary>Receives a record and processes it asynchronously. The instance waits for the returned task. The default calls <see cref="Track"/>.</summary>
    /// <param name="record">The record. The participant may keep and change it.</param>
    /// <param name="cancellationToken">Canceled when the instance is aborted.</param>
    /// <returns>A task that completes when the record is processed.</returns>
    protected virtual Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken)
    {
        Track(record, TrackTimeout);
        return Task.CompletedTask;
    }

    /// <summary>Selects the profile for the instances of a workflow. The default returns <see cref="TrackingProfile"/> for all.</summary>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <returns>The profile; null selects all records, and a profile without queries selects none.</returns>
    protected virtual TrackingProfile? SelectProfile(string activityDefinitionId) => TrackingProfile;

    internal CancellationToken ProfileChanging => ProfileChange;

    internal TrackingProfile? ProfileFor(string activityDefinitionId) => SelectProfile(activityDefinitionId);

    /// <summary>Throws exceptions of the participant directly or returns them in the task.</summary>
    internal Task DeliverAsync(TrackingRecord record, CancellationToken cancellationToken) => TrackAsync(record, cancellationToken);

    internal void CountDropped()
    {
        Interlocked.Increment(ref _dropped);
        InstanceMeter.RecordsDropped.Add(1, new KeyValuePair<string, object?>("workflow.participant", GetType().Name));
    }
}
