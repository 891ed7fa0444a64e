using System.Runtime.CompilerServices;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>
/// Takes out of a profile what no session listens to, so that no record is made for nobody. The same profile and the same sessions give the same object, by
/// which instances of one workflow share what they found out about it.
/// </summary>
/// <remarks>Safe from any thread.</remarks>
internal static class SessionFilter
{
    private static readonly TrackingProfile Nothing = new() { Name = "Nothing" };

    /// <summary>What a participant without a profile asks for, written out.</summary>
    private static readonly TrackingProfile Everything = StandardProfiles.All.First(profile => profile.Name == "Troubleshooting");

    private static readonly ConditionalWeakTable<TrackingProfile, Filtered> Known = [];

    /// <summary>What a participant asks for when it asks for nothing.</summary>
    public static TrackingProfile Empty => Nothing;

    public static TrackingProfile? Apply(TrackingProfile? profile, Listening listening) => listening switch
    {
        Listening.Everything => profile,
        Listening.Nothing => Nothing,
        _ => Known.GetValue(profile ?? Everything, static key => new Filtered(key)).By(listening),
    };

    private sealed class Filtered(TrackingProfile profile)
    {
        private readonly TrackingProfile?[] _byListening = new TrackingProfile?[(int)Listening.Everything];

        /// <summary>Of two threads that make the same at once, both get the one that was there first.</summary>
        public TrackingProfile By(Listening listening)
        {
            ref TrackingProfile? place = ref _byListening[(int)listening];
            return Volatile.Read(ref place) ?? Interlocked.CompareExchange(ref place, Make(listening), null) ?? place;
        }

        private TrackingProfile Make(Listening listening)
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
