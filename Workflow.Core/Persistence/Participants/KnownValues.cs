using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The names of values that the runtime saves. The names are those of WF4, so that existing promotions and queries work.</summary>
internal static class KnownValues
{
    /// <summary>The due time of the earliest timer, by the clock of the instance: a <see cref="DateTime"/> in UTC, write-only.</summary>
    public static readonly XName TimerExpirationTime = Properties + nameof(TimerExpirationTime);

    /// <summary>All timers, read-write.</summary>
    public static readonly XName RegisteredTimers = Properties + nameof(RegisteredTimers);

    /// <summary>The fault of an instance, as text, write-only.</summary>
    public static readonly XName Exception = Properties + nameof(Exception);

    private static readonly XNamespace Variables = XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties/variables");

    private static readonly XNamespace Outputs = XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties/output");

    // A property, because the static fields above need it when they are initialized.
    private static XNamespace Properties => XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties");

    /// <summary>Returns the name of an out argument of a root that has closed.</summary>
    public static XName Output(string argument) => Outputs + argument;

    /// <summary>Returns the name of a mapped variable.</summary>
    public static XName Variable(string name) => Variables + name;
}
