using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>The tables of rooms of the packages: who may use whom. A change here is a change of the design and says why.</summary>
internal sealed class RoomTable(IReadOnlyDictionary<string, string[]> mayUse, string? familyRoom)
{
    public static readonly RoomTable Core = new(
        new Dictionary<string, string[]>
        {
            ["Foundation"] = [],

            // Which definition an instance belongs to: named by what is reported, by what is saved and by the hosts, none of which may use another.
            ["Identity"] = [],
            ["Data"] = ["Foundation"],
            ["Tracking"] = ["Identity", "Foundation"],
            ["Persistence"] = ["Identity", "Foundation"],
            ["Authoring"] = ["Foundation", "Data", "Tracking", "Identity"],
            ["Expressions"] = ["Authoring", "Data", "Foundation"],
            ["Validation"] = ["Authoring", "Foundation"],
            ["Definition"] = ["Validation", "Authoring", "Data", "Foundation"],
            ["Runtime"] = ["Definition", "Authoring", "Data", "Tracking", "Persistence", "Identity", "Foundation"],

            // A state machine reports its states by a kind of record of its own; the timers of delays are saved by a participant of their own.
            ["Statements"] = ["Authoring", "Expressions", "Data", "Tracking", "Persistence", "Foundation"],
            ["Hosting"] =
            [
                "Runtime", "Definition", "Validation", "Expressions", "Authoring", "Persistence", "Tracking", "Identity", "Data", "Foundation",
            ],
        },
        familyRoom: "Statements");

    public static readonly RoomTable Etw = new(
        new Dictionary<string, string[]>
        {
            // Values as text: knows nothing of events.
            ["Values"] = [],

            // The provider: ids, payloads, who listens.
            ["Events"] = [],

            // Records become events, as large as fits.
            ["Records"] = ["Events", "Values"],

            // Named profiles, and what is left of them when sessions do not listen to all.
            ["Profiles"] = ["Events"],
            ["Participation"] = ["Profiles", "Records", "Events"],
        },
        familyRoom: null);

    public static readonly RoomTable Legacy = new(
        new Dictionary<string, string[]>
        {
            // The programming model, and the port that the run time implements for it.
            ["ComponentModel"] = [],

            // Transitions, instances, their queues and timers, and hosting services; knows no activity that is not part of the model.
            ["Runtime"] = ["ComponentModel"],

            // The shipped activities know the model, queues and timers, as those of applications do.
            ["Activities"] = ["ComponentModel", "Runtime"],

            // Activities inside a workflow of Workflow.Core. Some activities are refused there, by name.
            ["Interop"] = ["Activities", "ComponentModel", "Runtime"],
        },
        familyRoom: null);

    public static readonly RoomTable AspNetCore = new(
        new Dictionary<string, string[]>
        {
            // What a request is answered with.
            ["Problems"] = [],
            ["Registration"] = ["Problems"],
        },
        familyRoom: null);

    public static readonly RoomTable HostingSql = new(
        new Dictionary<string, string[]>
        {
            // The store of a host: driver, disposal, schema, purge.
            ["Stores"] = [],
            ["Registration"] = ["Stores"],
        },
        familyRoom: null);

    public static readonly RoomTable Hosting = new(
        new Dictionary<string, string[]>
        {
            // The exceptions of the client and of the registration, and how an instance is named in them.
            ["Failures"] = [],

            // What is registered, and what the bookmarks of its activities expect.
            ["Definitions"] = ["Activities", "Failures"],

            // What the application has registered, checked once.
            ["Configuration"] = ["Definitions", "Failures"],

            // Ids and contents of messages.
            ["Messages"] = ["Failures"],

            // Log messages, metrics, and tracking records as log messages.
            ["Reporting"] = ["Definitions"],

            // Threads for instances, and long waits; knows no host.
            ["Scheduling"] = [],

            // Instances in memory, and what they get from the container.
            ["Instances"] = ["Scheduling", "Reporting", "Messages", "Configuration", "Definitions"],

            // The service that runs them.
            ["Service"] = ["Instances", "Scheduling", "Reporting", "Messages", "Configuration", "Definitions"],
            ["Client"] = ["Service", "Instances", "Scheduling", "Messages", "Configuration", "Definitions", "Failures"],
            ["Health"] = ["Service", "Instances", "Configuration", "Definitions"],

            // Activities of the package; knows nothing of it.
            ["Activities"] = [],

            // What applications and activities call.
            ["Registration"] = ["Client", "Health", "Service", "Instances", "Configuration", "Definitions"],
        },
        familyRoom: null);

    public static readonly RoomTable Testing = new(
        new Dictionary<string, string[]>
        {
            // The virtual clock, and the thread of the test as a scheduler.
            ["Time"] = [],

            // What an instance did, as records and as text.
            ["Tracing"] = [],

            // Other activities in the places of a definition.
            ["Replacements"] = ["Tracing"],

            // The log of what a workflow does in the world outside.
            ["Effects"] = [],

            // Instances on the clock and the scheduler.
            ["Hosting"] = ["Effects", "Replacements", "Time", "Tracing"],
            ["Units"] = ["Hosting", "Tracing"],

            // Events from outside, and the rules for effects outside.
            ["Scripts"] = ["Hosting", "Tracing"],

            // What the runs have reached.
            ["Coverage"] = ["Tracing"],

            // Explorations run scripts; none knows another.
            ["Crashes"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
            ["Interleavings"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
            ["Compatibility"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
        },
        familyRoom: null);

    public static readonly RoomTable Sql = new(
        new Dictionary<string, string[]>
        {
            // Times and damage in rows.
            ["Rows"] = [],

            // The SQL files of this assembly.
            ["Scripts"] = [],

            // The logger and the metrics of a store.
            ["Reporting"] = [],

            // States and values as they are stored.
            ["Encoding"] = ["Rows"],
            ["Promotion"] = ["Encoding", "Rows"],
            ["Options"] = ["Encoding", "Promotion", "Reporting"],

            // What goes from the store to an engine and back: plain data.
            ["Owners"] = [],
            ["Saving"] = ["Owners", "Encoding", "Promotion"],
            ["Loading"] = ["Owners"],
            ["Querying"] = [],
            ["Messages"] = ["Owners"],
            ["Answers"] = ["Encoding"],

            // Writes that wait for the commit of a transaction.
            ["Transactions"] = ["Answers", "Saving", "Owners", "Reporting"],

            // What differs between databases.
            ["Engines"] = ["Transactions", "Answers", "Saving", "Loading", "Querying", "Messages", "Owners", "Options", "Promotion", "Encoding", "Scripts", "Rows", "Reporting"],

            // The public store.
            ["Store"] = ["Engines", "Answers", "Saving", "Loading", "Querying", "Messages", "Owners", "Options", "Promotion", "Encoding", "Reporting"],
        },
        familyRoom: null);

    /// <summary>Types outside every room, or in two rooms at once.</summary>
    public IReadOnlyList<string> Homeless(IEnumerable<TypeNode> types) =>
    [
        .. types.Where(type => !mayUse.ContainsKey(type.Place.Room)).Select(type => $"{type.Name} lies in '{type.Place}', which is no room"),
        .. types.Where(type => type.Places.Select(place => place.Room).Distinct().Count() > 1)
            .Select(type => $"{type.Name} lies in several rooms: {string.Join(", ", type.Places)}"),
    ];

    /// <summary>Uses of one room by another that the table does not allow.</summary>
    public IReadOnlyList<string> ForbiddenUses(IEnumerable<Dependency> dependencies) =>
    [
        .. dependencies
            .Where(use => use.FromPlace.Room != use.ToPlace.Room)
            .Where(use => !mayUse.TryGetValue(use.FromPlace.Room, out string[]? allowed) || !allowed.Contains(use.ToPlace.Room))
            .Select(use => use.ToString()),
    ];

    /// <summary>Uses of one family of statements by another; types that lie directly in the room belong to every family.</summary>
    public IReadOnlyList<string> FamilyUses(IEnumerable<Dependency> dependencies) =>
    [
        .. dependencies
            .Where(use => use.FromPlace.Room == familyRoom && use.ToPlace.Room == familyRoom)
            .Where(use => use.ToPlace.Family.Length > 0 && use.FromPlace.Family != use.ToPlace.Family)
            .Select(use => use.ToString()),
    ];
}
