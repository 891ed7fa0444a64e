using System.Runtime.CompilerServices;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>
/// Removes from a profile the records that no session listens to, so that no record is created without a consumer. The same profile and the same sessions yield
/// the same object, so that instances of one workflow can share the data that is computed for the profile.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal static class SessionFilter
{
    private static readonly TrackingProfile Nothing = new() { Name = "Nothing" };

    /// <summary>The profile of a participant without a profile, with explicit queries.</summary>
    private static readonly TrackingProfile Everything = StandardProfiles.All.First(profile => profile.Name == "Troubleshooting");

    private static readonly ConditionalWeakTable<TrackingProfile, Filtered> Known = [];

    /// <summary>The profile that requests no records.</summary>
    public static TrackingProfile Empty => Nothing;

    public static TrackingProfile? Apply(TrackingProfile? profile, EnabledSessions listening) => listening switch
    {
        EnabledSessions.Everything => profile,
        EnabledSessions.Nothing => Nothing,
        _ => Known.GetValue(profile ?? Everything, static key => new Filtered(key)).By(listening),
    };

    private sealed class Filtered(TrackingProfile profile)
    {
        private readonly TrackingProfile?[] _byListening = new TrackingProfile?[(int)EnabledSessions.Everything];

        /// <summary>Returns the reduced profile. If two threads create it at the same time, both return the object that was stored first.</summary>
        public TrackingProfile By(EnabledSessions listening)
        {
            ref TrackingProfile? place = ref _byListening[(int)listening];
            return Volatile.Read(ref place) ?? Interlocked.CompareExchange(ref place, Make(listening), null) ?? place;
        }

        private TrackingProfile Make(EnabledSessions listening)
        {
            TrackingProfile made = new()
            {
                Name = profile.Name,
                ActivityDefinitionId = profile.ActivityDefinitionId,
                ImplementationVisibility = profile.ImplementationVisibility,
            };
            foreach (TrackingQuery query in profile.Queries)
            {
                if (QueryFilter.Apply(query, profile, listening) is { } kept)
                {
                    made.Queries.Add(kept);
                }
            }

            return made;
        }
    }
}
