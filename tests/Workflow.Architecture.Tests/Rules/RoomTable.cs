using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>
/// The rooms (top-level folders) of each package, with the other rooms that each of them may use. A change here changes the design and needs a reason.
/// </summary>
internal sealed class RoomTable(IReadOnlyDictionary<string, string[]> mayUse, string? familyRoom)
{
    public static readonly RoomTable Core = new(
        new Dictionary<string, string[]>
        {
            ["Foundation"] = [],

            // The identity of a definition. Tracking and Persistence both need the identity, but must not use each other.
            ["Identity"] = [],
            ["Data"] = ["Foundation"],
            ["Tracking"] = ["Identity", "Foundation"],
            ["Persistence"] = ["Identity", "Foundation"],
            ["Authoring"] = ["Foundation", "Data", "Tracking"],
            ["Expressions"] = ["Authoring", "Data", "Foundation"],
            ["Validation"] = ["Authoring"],
            ["Definition"] = ["Validation", "Authoring", "Data", "Foundation"],
            ["Runtime"] = ["Definition", "Authoring", "Data", "Tracking", "Persistence", "Identity", "Foundation"],

            // Tracking: the state machine has its own kind of record. Persistence: a participant saves the timers of delays.
            ["Statements"] = ["Authoring", "Expressions", "Data", "Tracking", "Persistence", "Foundation"],
            ["Hosting"] =
            [
                "Runtime", "Definition", "Validation", "Authoring", "Persistence", "Tracking", "Identity", "Data", "Foundation",
            ],
        },
        familyRoom: "Statements");

    public static readonly RoomTable Etw = new(
        new Dictionary<string, string[]>
        {
            // Converts values to text. Independent of events.
            ["Values"] = [],

            // The event provider: event ids, payloads and listening sessions.
            ["Events"] = [],

            // Converts records to events and limits their size.
            ["Records"] = ["Events", "Values"],

            // Named profiles, and their reduction to the events that sessions listen to.
            ["Profiles"] = ["Events"],
            ["Participation"] = ["Profiles", "Records", "Events"],
        },
        familyRoom: null);

    public static readonly RoomTable Legacy = new(
        new Dictionary<string, string[]>
        {
            // The programming model, and the port that the runtime implements for it.
            ["ComponentModel"] = [],

            // Transitions, instances with their queues and timers, and hosting services. Independent of the shipped activities.
            ["Runtime"] = ["ComponentModel"],

            // The shipped activities use the model, queues and timers, like the activities of applications.
            ["Activities"] = ["ComponentModel", "Runtime"],

            // Runs WF3 activities inside a workflow of Workflow.Core. Uses Activities because some activities are not supported there.
            ["Interop"] = ["Activities", "ComponentModel", "Runtime"],
        },
        familyRoom: null);

    public static readonly RoomTable AspNetCore = new(
        new Dictionary<string, string[]>
        {
            // The responses to requests whose call to the client failed.
            ["Problems"] = [],
            ["Registration"] = ["Problems"],
        },
        familyRoom: null);

    public static readonly RoomTable HostingSql = new(
        new Dictionary<string, string[]>
        {
            // The store of a host: driver, disposal, schema and deletion of old instances.
            ["Stores"] = [],
            ["Registration"] = ["Stores"],
        },
        familyRoom: null);

    public static readonly RoomTable Hosting = new(
        new Dictionary<string, string[]>
        {
            // The exceptions of the client and of the registration, and the text that identifies an instance in them.
            ["Failures"] = [],

            // The registered definitions, and the types of values that their bookmarks expect.
            ["Definitions"] = ["Failures"],

            // The registrations of the application, validated once.
            ["Configuration"] = ["Definitions", "Failures"],

            // Ids and contents of messages.
            ["Messages"] = ["Failures"],

            // Log messages, metrics, and tracking records as log messages.
            ["Reporting"] = ["Definitions"],

            // Threads for instances, and long waits. Independent of the host.
            ["Scheduling"] = [],

            // The applications of instances: extensions, services from the container, and the values that this package saves.
            ["Applications"] = ["Reporting", "Configuration", "Definitions"],

            // What a client and the host of its process exchange without the store. The host implements the ports.
            ["Local"] = ["Scheduling", "Configuration", "Definitions"],

            // Instances in memory.
            ["Instances"] = ["Applications", "Scheduling", "Reporting", "Messages", "Configuration", "Definitions"],

            // The hosted service that runs the instances.
            ["Service"] = ["Instances", "Local", "Applications", "Scheduling", "Reporting", "Messages", "Configuration", "Definitions"],

            // Works without a host: it knows the ports only.
            ["Client"] = ["Local", "Applications", "Scheduling", "Messages", "Configuration", "Definitions", "Failures"],
            ["Health"] = ["Service", "Instances", "Configuration", "Definitions"],

            // The methods that applications and activities call.
            ["Registration"] = ["Client", "Health", "Service", "Local", "Applications", "Messages", "Configuration", "Definitions"],
        },
        familyRoom: null);

    public static readonly RoomTable Conformance = new(
        new Dictionary<string, string[]>
        {
            // The store that is tested.
            ["Stores"] = [],

            // The tests, one class for each part of the contract.
            ["Suites"] = ["Stores"],

            // Runs the tests with xunit.
            ["Running"] = ["Stores", "Suites"],
        },
        familyRoom: null);

    public static readonly RoomTable Testing = new(
        new Dictionary<string, string[]>
        {
            // The virtual clock, and the scheduler that runs work on the thread of the test.
            ["Time"] = [],

            // The trace of an instance, as records and as text.
            ["Tracing"] = [],

            // Replaces activities of a definition.
            ["Replacements"] = ["Tracing"],

            // The log of the external effects of a workflow.
            ["Effects"] = [],

            // Runs instances on the clock and the scheduler.
            ["Hosting"] = ["Effects", "Replacements", "Time", "Tracing"],
            ["Units"] = ["Hosting"],

            // External events, and the rules for external effects.
            ["Scripts"] = ["Hosting", "Tracing"],

            // The parts of a definition that runs have reached.
            ["Coverage"] = ["Tracing"],

            // The explorations run scripts. They are independent of each other.
            ["Crashes"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
            ["Interleavings"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
            ["Compatibility"] = ["Effects", "Scripts", "Hosting", "Tracing", "Time"],
        },
        familyRoom: null);

    public static readonly RoomTable Sql = new(
        new Dictionary<string, string[]>
        {
            // The logger and the metrics of a store.
            ["Reporting"] = [],

            // The stored form of states and values.
            ["Encoding"] = [],
            ["Promotion"] = ["Encoding"],
            ["Options"] = ["Encoding", "Promotion", "Reporting"],

            // Owners, and the processes that they belong to.
            ["Owners"] = [],

            // Plain data that the store sends to an engine, and that an engine returns.
            ["Requests"] = ["Owners", "Encoding", "Promotion"],
            ["Results"] = ["Encoding"],

            // Writes that wait for the commit of a transaction.
            ["Transactions"] = ["Results", "Requests", "Owners", "Reporting"],

            // The differences between databases.
            ["Engines"] = ["Transactions", "Results", "Requests", "Owners", "Options", "Promotion", "Encoding", "Reporting"],

            // The public store.
            ["Store"] = ["Engines", "Results", "Requests", "Owners", "Options", "Promotion", "Encoding", "Reporting"],
        },
        familyRoom: null);

    /// <summary>The rooms that each room may use.</summary>
    public IReadOnlyDictionary<string, string[]> MayUse => mayUse;

    /// <summary>Returns the entries of the table that no type uses, and the rooms that form a cycle.</summary>
    public IReadOnlyList<string> Needless(IReadOnlyCollection<Dependency> dependencies)
    {
        HashSet<(string From, string To)> found = [.. dependencies.Select(static use => (use.FromPlace.Room, use.ToPlace.Room))];
        return
        [
            .. mayUse.SelectMany(line => line.Value.Where(to => !found.Contains((line.Key, to))).Select(to => $"{line.Key} -> {to} is in the table and in no type")),
            .. Cycles.In(mayUse.SelectMany(static line => line.Value.Select(to => (line.Key, to)))).Select(static cycle => $"{string.Join(", ", cycle)} form a cycle"),
        ];
    }

    /// <summary>Returns the types outside all rooms, and the types in several rooms.</summary>
    public IReadOnlyList<string> Homeless(IEnumerable<TypeNode> types) =>
    [
        .. types.Where(type => !mayUse.ContainsKey(type.Place.Room)).Select(type => $"{type.Name} lies in '{type.Place}', which is no room"),
        .. types.Where(type => type.Places.Select(place => place.Room).Distinct().Count() > 1)
            .Select(type => $"{type.Name} lies in several rooms: {string.Join(", ", type.Places)}"),
    ];

    /// <summary>Returns the uses of one room by another that the table does not allow.</summary>
    public IReadOnlyList<string> ForbiddenUses(IEnumerable<Dependency> dependencies) =>
    [
        .. dependencies
            .Where(use => use.FromPlace.Room != use.ToPlace.Room)
            .Where(use => !mayUse.TryGetValue(use.FromPlace.Room, out string[]? allowed) || !allowed.Contains(use.ToPlace.Room))
            .Select(use => use.ToString()),
    ];

    /// <summary>Returns the uses of one family of statements by another. Types that lie directly in the room may be used by every family.</summary>
    public IReadOnlyList<string> FamilyUses(IEnumerable<Dependency> dependencies) =>
    [
        .. dependencies
            .Where(use => use.FromPlace.Room == familyRoom && use.ToPlace.Room == familyRoom)
            .Where(use => use.ToPlace.Family.Length > 0 && use.FromPlace.Family != use.ToPlace.Family)
            .Select(use => use.ToString()),
    ];
}
