using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>Selects tracking records by queries. Records that no query selects are not created (rules 15.2, 15.3).</summary>
/// <remarks>
/// Not thread-safe. Fill a profile before it is used; it is read when an instance begins. To change the profile later, give the participant a new profile; see
/// <see cref="TrackingParticipant"/>.
/// </remarks>
public class TrackingProfile
{
    private NonNullCollection<TrackingQuery>? _queries;

    /// <summary>The name for events and messages; null by default. Names need not be unique.</summary>
    public string? Name { get; set; }

    /// <summary>The activities that "*" in a query matches; <see cref="ImplementationVisibility.RootScope"/> by default.</summary>
    public ImplementationVisibility ImplementationVisibility { get; set; }

    /// <summary>
    /// The display name of the workflow that the profile is for; null by default. Only a participant that selects among several profiles uses it.
    /// </summary>
    public string? ActivityDefinitionId { get; set; }

    /// <summary>The queries; empty by default, which selects no records. Never null, and has no null elements.</summary>
    public Collection<TrackingQuery> Queries => _queries ??= [];
}
