using System.Runtime.CompilerServices;
using System.Xml;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace Workflow.Interop.Legacy.Activities.Rules.Documents;

/// <summary>The rule definitions in resources next to the types of activities. Each resource is read once for each type. Thread-safe.</summary>
internal static class RuleResources
{
    private static readonly ConditionalWeakTable<Type, RuleDefinitions?[]> Known = [];

    /// <summary>Returns the definitions of a type or of its nearest base type that has definitions; null if there are none.</summary>
    /// <exception cref="WorkflowMarkupSerializationException">The resource does not contain rule definitions.</exception>
    public static RuleDefinitions? Of(Type type) => Known.GetValue(type, static key => [Read(key)])[0];

    private static RuleDefinitions? Read(Type type)
    {
        for (Type? current = type; current is not null && current.Assembly != typeof(Activity).Assembly; current = current.BaseType)
        {
            string name = $"{(current.IsGenericType ? current.GetGenericTypeDefinition() : current).FullName?.Replace('+', '.')}.rules";
            using Stream? stream = current.Assembly.GetManifestResourceStream(name);
            if (stream is not null)
            {
                return Read(stream, name);
            }
        }

        return null;
    }

    private static RuleDefinitions Read(Stream stream, string name)
    {
        using XmlReader reader = XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
        return new RuleReader(reader).Read() as RuleDefinitions
            ?? throw new WorkflowMarkupSerializationException($"The resource '{name}' contains no RuleDefinitions; make it its first element.");
    }
}
