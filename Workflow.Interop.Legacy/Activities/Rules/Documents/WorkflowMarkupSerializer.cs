using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Activities.Rules.Documents;

namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>
/// Reads and writes rules as XML, as in '.rules' documents of WF3: <see cref="RuleDefinitions"/>, <see cref="RuleSet"/>, and their parts. Only the types of rules and of CodeDom, and
/// simple values, are made from a document; it names types for the rules, which are looked for when these are validated. Workflows in XML are not supported. Safe for all threads.
/// </summary>
public sealed class WorkflowMarkupSerializer
{
    /// <summary>Reads the element at which the reader stands, or the next one.</summary>
    /// <param name="reader">The reader. It stands behind the element afterwards.</param>
    /// <returns>A <see cref="RuleDefinitions"/>, a <see cref="RuleSet"/>, or a part of one.</returns>
    /// <exception cref="WorkflowMarkupSerializationException">The document is not well-formed, has a DTD, is too deep or too large, or contains something that is no part of rules.</exception>
    public object Deserialize(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return new RuleReader(reader).Read();
    }

    /// <summary>Writes rules. The document can be read by this class and by WF3.</summary>
    /// <param name="writer">The writer. The caller closes it.</param>
    /// <param name="obj">A <see cref="RuleDefinitions"/>, a <see cref="RuleSet"/>, or a part of one.</param>
    /// <exception cref="WorkflowMarkupSerializationException">The object is no part of rules, is too deep or too large, or has text that XML cannot contain.</exception>
    public void Serialize(XmlWriter writer, object obj)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(obj);
        new RuleWriter(writer).Write(obj);
    }
}
