using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>What a participant wants to be told; what no query asks for is not even made (rules 15.2, 15.3).</summary>
/// <remarks>
/// Not thread-safe; filled before it is used, and read when an instance begins. Whoever wants another one later gives the participant a new object, see
/// <see cref="TrackingParticipant"/>.
/// </remarks>
public class TrackingProfile
{
    private NonNullCollection<TrackingQuery>? _queries;

    /// <summary>What it is called, in events and messages; null by default. Two profiles may have the same name.</summary>
    public string? Name { get; set; }

    /// <summary>Which activities the "*" of its queries means; <see cref="ImplementationVisibility.RootScope"/> by default.</summary>
    public ImplementationVisibility ImplementationVisibility { get; set; }

    /// <summary>The display name of the workflow that it is meant for; null by default. Only who chooses among several profiles looks at it.</summary>
    public string? ActivityDefinitionId { get; set; }

    /// <summary>What it asks for; empty by default, which asks for nothing. Never null, nor are its elements.</summary>
    public Collection<TrackingQuery> Queries => _queries ??= [];
}
