using System.Xml.Linq;

namespace Workflow.Extensions.Hosting;

/// <summary>The names of the values that a store returns in queries: those of this package, and those of the engine that the client reads.</summary>
internal static class InstanceValueNames
{
    /// <summary>The key of the instance as text, because a store has only the hashed id of the key.</summary>
    public static readonly XName Key = XName.Get("Key", "urn:workflow:hosting");

    /// <summary>The refused messages.</summary>
    public static readonly XName Refused = XName.Get("Refused", "urn:workflow:hosting");

    /// <summary>The exception with which the instance ended, as text.</summary>
    public static readonly XName Exception = XName.Get("Exception", "urn:schemas-microsoft-com:System.Activities/4.0/properties");

    /// <summary>The namespace of the outputs; each has the name of its argument.</summary>
    public static readonly XNamespace Outputs = XNamespace.Get("urn:schemas-microsoft-com:System.Activities/4.0/properties/output");
}
