using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Profiles;
using Workflow.Tracking.Etw.Records;

namespace Workflow.Tracking;

/// <summary>
/// Writes tracking records as events of the provider <c>Workflow-Tracking</c>, for consumers such as dotnet-trace, dotnet-monitor, ETW, LTTng, or a listener in
/// the process. While no session listens, the participant requests no records, and instances run as without it. When a session begins or ends, running
/// instances change their profile before their next work item.
/// </summary>
/// <remarks>
/// Thread-safe. One participant can be shared by all instances. Events may be lost on their way to a slow consumer: they are for monitoring, not for auditing.
/// </remarks>
public class EtwTrackingParticipant : TrackingParticipant
{
    private const int SmallestLimit = 1024;
    private const int LargestLimit = 64_000;

    // Created with the first participant, so that sessions find the provider before anything is tracked.
    private readonly TrackingEventSource _source = TrackingEventSource.Log;
    private readonly RecordEncoder _encoder = new();
    private readonly RecordWriter _writer;
    private readonly MissingProfiles _missing = new();
    private TrackingProfiles _profiles = TrackingProfiles.Default;
    private TrackingProfile? _profile;
    private string? _profileName;

    /// <summary>Creates a participant that tracks everything that sessions listen to.</summary>
    public EtwTrackingParticipant() => _writer = new RecordWriter(_encoder);

    /// <summary>
    /// The profile of the records that the participant may write. Sessions that do not listen to all levels and keywords reduce it. If the value is null, the
    /// default, <see cref="ProfileName"/> selects the profile. May be set at any time.
    /// </summary>
    public override TrackingProfile? TrackingProfile
    {
        get => _profile;
        set
        {
            _profile = value;
            Announce();
        }
    }

    /// <summary>
    /// The name of one of the <see cref="Profiles"/>; each workflow uses the profile of this name that applies to it. Null, the default, means all records. May
    /// be set at any time.
    /// </summary>
    /// <remarks>A workflow without a profile of this name is not tracked; event 3508 reports it.</remarks>
    public string? ProfileName
    {
        get => _profileName;
        set
        {
            _profileName = value;
            Announce();
        }
    }

    /// <summary>The profiles in which <see cref="ProfileName"/> is looked up; <see cref="TrackingProfiles.Default"/> by default, never null.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public TrackingProfiles Profiles
    {
        get => _profiles;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            _profiles = value;
            Announce();
        }
    }

    /// <summary>The value of HostReference in each event, which distinguishes applications; empty by default, never null.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string ApplicationReference
    {
        get => _encoder.HostReference;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            _encoder.HostReference = value;
        }
    }

    /// <summary>
    /// The maximum size of all texts of an event together, in bytes of UTF-16; 60,000 by default, from 1,024 to 64,000. If a record is larger, its values are
    /// left out, then its exception or reason is cut at the end. A record that still does not fit is dropped.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside of the range.</exception>
    public int MaximumPayloadBytes
    {
        get => _encoder.Limit;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, SmallestLimit);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, LargestLimit);
            _encoder.Limit = value;
        }
    }

    /// <summary>The number of records that were dropped because they were too large; event 39456 reports each of them.</summary>
    public long OversizedRecords => _encoder.Dropped;

    /// <summary>
    /// The number of records that were written without some of their values or text because they were too large; event 39458 reports each of them.
    /// </summary>
    public long TruncatedRecords => _encoder.TruncatedRecords;

    /// <inheritdoc/>
    protected override CancellationToken ProfileChange => _source.Changes.Token;

    /// <inheritdoc/>
    protected override void Track(TrackingRecord record, TimeSpan timeout)
    {
        ArgumentNullException.ThrowIfNull(record);
        _writer.Write(record, (_profile is { } profile ? profile.Name : _profileName) ?? string.Empty);
    }

    /// <inheritdoc/>
    protected override TrackingProfile? SelectProfile(string activityDefinitionId)
    {
        EnabledSessions listening = _source.Listening;
        return listening == EnabledSessions.Nothing ? SessionFilter.Empty : SessionFilter.Apply(Wanted(activityDefinitionId), listening);
    }

    private TrackingProfile? Wanted(string activityDefinitionId)
    {
        if (_profile is { } profile)
        {
            return profile;
        }

        if (_profileName is not { } name)
        {
            return null;
        }

        if (_profiles.Find(name, activityDefinitionId) is { } found)
        {
            return found;
        }

        if (_missing.Add(name, activityDefinitionId, _source.Changes.Generation))
        {
            _source.TrackingProfileNotFound(name, activityDefinitionId);
        }

        return SessionFilter.Empty;
    }

    private void Announce() => _source.Changes.Announce();
}
