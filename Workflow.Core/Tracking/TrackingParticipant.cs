namespace Workflow.Tracking;

/// <summary>Is told what happens in workflow instances: an extension of their host, of which there may be several.</summary>
/// <remarks>
/// <para>One that many instances share is called by several threads at once, each with the records of another instance; of one instance it gets the records one
/// by one and in order, at the end of the work item that made them (rule 15.2), with a copy of its own when there are several participants (rule 15.4).</para>
/// <para>A failure is fenced: the record counts as dropped and the instance goes on; only of one that says <see cref="IsGuaranteed"/> it aborts the instance (rule 15.4).</para>
/// <para>What it wants is asked when an instance begins or is loaded, and again when <see cref="ProfileChange"/> is canceled.</para>
/// </remarks>
public abstract class TrackingParticipant
{
    /// <summary>What <see cref="Track"/> is told it may take; nobody enforces it.</summary>
    private static readonly TimeSpan TrackTimeout = TimeSpan.FromSeconds(30);

    private long _dropped;

    /// <summary>Initializes the base of a participant that tracks everything.</summary>
    protected TrackingParticipant()
    {
    }

    /// <summary>What it wants to be told. Null, the default, means everything; a profile without queries means nothing.</summary>
    public virtual TrackingProfile? TrackingProfile { get; set; }

    /// <summary>Whether it must not lose a record, so that its failure aborts the instance instead of being fenced; false by default.</summary>
    public virtual bool IsGuaranteed => false;

    /// <summary>How many records it lost because it failed, of all instances that it serves; safe from any thread.</summary>
    public long DroppedRecords => Interlocked.Read(ref _dropped);

    /// <summary>
    /// Canceled as soon as <see cref="SelectProfile"/> would answer differently: running instances then ask again before their next work item. The default,
    /// <see cref="CancellationToken.None"/>, says that this never happens, and costs nothing. One that overrides it puts a new token in place first, and cancels the old one then.
    /// </summary>
    protected virtual CancellationToken ProfileChange => CancellationToken.None;

    /// <summary>Receives a record, on the thread that runs the instance.</summary>
    /// <param name="record">What happened; the participant's own, to keep or to change.</param>
    /// <param name="timeout">How long it may take, 30 seconds; longer only holds up the instance.</param>
    protected abstract void Track(TrackingRecord record, TimeSpan timeout);

    /// <summary>Receives a record, for a participant whose work is I/O; the instance stands still until it has ended. The default calls <see cref="Track"/>.</summary>
    /// <param name="record">What happened; the participant's own, to keep or to change.</param>
    /// <param name="cancellationToken">Canceled when the instance is aborted meanwhile.</param>
    /// <returns>The end of the work.</returns>
    protected virtual Task TrackAsync(TrackingRecord record, CancellationToken cancellationToken)
    {
        Track(record, TrackTimeout);
        return Task.CompletedTask;
    }

    /// <summary>The profile for the instances of a workflow; the default is <see cref="TrackingProfile"/> for all.</summary>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <returns>What it wants to be told about them; null means everything, and a profile without queries nothing.</returns>
    protected virtual TrackingProfile? SelectProfile(string activityDefinitionId) => TrackingProfile;

    internal CancellationToken ProfileChanging => ProfileChange;

    internal TrackingProfile? ProfileFor(string activityDefinitionId) => SelectProfile(activityDefinitionId);

    /// <summary>Throws what the participant throws, before or in the task.</summary>
    internal Task DeliverAsync(TrackingRecord record, CancellationToken cancellationToken) => TrackAsync(record, cancellationToken);

    internal void CountDropped()
    {
        Interlocked.Increment(ref _dropped);
        InstanceMeter.RecordsDropped.Add(1, new KeyValuePair<string, object?>("workflow.participant", GetType().Name));
    }
}
