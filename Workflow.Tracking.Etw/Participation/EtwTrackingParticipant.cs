using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Profiles;
using Workflow.Tracking.Etw.Records;

namespace Workflow.Tracking;

/// <summary>
/// Writes tracking records as events of the provider <c>Workflow-Tracking</c>, for whoever listens: dotnet-trace and dotnet-monitor, ETW, LTTng, a listener in
/// the process. While nobody listens it asks for nothing, and instances run as without it; when a session begins or ends, running instances notice before
/// their next work item.
/// </summary>
/// <remarks>
/// Safe from any thread, and meant to be shared by all instances. Events may be lost on their way to a slow consumer: they are for watching, not for auditing
/// (docs/observability.md).
/// </remarks>
public class EtwTrackingParticipant : TrackingParticipant
{
    private const int SmallestLimit = 1024;
    private const int LargestLimit = 64_000;

    // Made with the first participant, so that sessions find the provider before anything is tracked.
    private readonly TrackingEventSource _source = TrackingEventSource.Log;
    private readonly RecordOutlet _outlet = new();
    private readonly RecordWriter _writer;
    private readonly MissingProfiles _missing = new();
    private TrackingProfiles _profiles = TrackingProfiles.Default;
    private TrackingProfile? _profile;
    private string? _profileName;

    /// <summary>Creates a participant that tracks everything that sessions listen to.</summary>
    public EtwTrackingParticipant() => _writer = new RecordWriter(_outlet);

    /// <summary>
    /// What it wants to be told at most; sessions that do not listen to all levels and keywords narrow it down. Null, the default, means what
    /// <see cref="ProfileName"/> says. May be set at any time.
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

    /// <summary>The name of one of the <see cref="Profiles"/>, for each workflow the one that is meant for it; null, the default, means everything. May be set at any time.</summary>
    /// <remarks>Of a workflow for which there is none nothing is tracked; event 3508 says so.</remarks>
    public string? ProfileName
    {
        get => _profileName;
        set
        {
            _profileName = value;
            Announce();
        }
    }

    /// <summary>Where <see cref="ProfileName"/> is looked up; <see cref="TrackingProfiles.Default"/> by default, never null.</summary>
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

    /// <summary>What each event carries as its HostReference, to tell applications apart; empty by default, never null.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string ApplicationReference
    {
        get => _outlet.HostReference;
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            _outlet.HostReference = value;
        }
    }

    /// <summary>
    /// How many bytes the texts of an event may take together, in UTF-16; 60,000 by default, from 1,024 to 64,000. What is larger loses its values, then the end
    /// of its exception or reason, and is left out if that is not enough.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside of the range.</exception>
    public int MaximumPayloadBytes
    {
        get => _outlet.Limit;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, SmallestLimit);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, LargestLimit);
            _outlet.Limit = value;
        }
    }

    /// <summary>How many records were too large to be written at all; event 39456 reports each.</summary>
    public long OversizedRecords => _outlet.Dropped;

    /// <summary>How many records were written without some of their values or text, because they were too large; event 39458 reports each.</summary>
    public long TruncatedRecords => _outlet.TruncatedRecords;

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
        Listening listening = _source.Listening;
        return listening == Listening.Nothing ? SessionFilter.Empty : SessionFilter.Apply(Wanted(activityDefinitionId), listening);
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
