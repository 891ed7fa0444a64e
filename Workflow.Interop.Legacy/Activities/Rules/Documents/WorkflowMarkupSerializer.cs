using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Activities.Rules.Documents;

namespace Workflow.Interop.Legacy.ComponentModel.Serialization;

/// <summary>
/// Reads and writes rules as XML, in the format of the '.rules' documents of WF3: <see cref="RuleDefinitions"/>, <see cref="RuleSet"/>, and their parts. A
/// document can create only the types of rules and of CodeDom, and simple values. The type names in its rules are resolved when the rules are validated.
/// Workflows in XML are not supported. Thread-safe.
/// </summary>
public sealed class WorkflowMarkupSerializer
{
    /// <summary>Reads the current element of the reader, or the next element if the current node is not an element.</summary>
    /// <param name="reader">The reader. The method moves it past the element.</param>
    /// <returns>A <see cref="RuleDefinitions"/>, a <see cref="RuleSet"/>, or a part of one.</returns>
    /// <exception cref="WorkflowMarkupSerializationException">
    /// The document is not well-formed, has a DTD, is too deep or too large, or contains elements or attributes that are not part of rules.
    /// </exception>
    public object Deserialize(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return new RuleReader(reader).Read();
    }

    /// <summary>Writes rules. This class and WF3 can read the document.</summary>
    /// <param name="writer">The writer. The caller closes it.</param>
    /// <param name="obj">A <see cref="RuleDefinitions"/>, a <see cref="RuleSet"/>, or a part of one.</param>
    /// <exception cref="WorkflowMarkupSerializationException">
    /// The object is not part of rules, is too deep or too large, or has text that XML cannot contain.
    /// </exception>
    public void Serialize(XmlWriter writer, object obj)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(obj);
        new RuleWriter(writer).Write(obj);
    }
}
