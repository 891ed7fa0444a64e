using System.CodeDom;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace Workflow.Interop.Legacy.Activities.Rules.Documents;

/// <summary>Writes rules as XML.</summary>
internal sealed class RuleWriter(XmlWriter writer)
{
    public void Write(object node)
    {
        if (NodeShape.ProblemOf(node) is { } problem)
        {
            throw new WorkflowMarkupSerializationException($"The '{node.GetType().Name}' cannot be written because it {problem}.");
        }

        try
        {
            Node(node, isRoot: true);
        }
        catch (InsufficientExecutionStackException exception)
        {
            throw new WorkflowMarkupSerializationException(
                $"The '{node.GetType().Name}' is too deep for the stack of this thread; divide its expressions.", exception);
        }
        catch (ArgumentException exception)
        {
            throw new WorkflowMarkupSerializationException(
                $"The '{node.GetType().Name}' has a text with a character that XML cannot contain; remove it.", exception);
        }
    }

    private void Node(object node, bool isRoot = false)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        NodeKind kind = NodeKinds.Of(node)
            ?? throw new WorkflowMarkupSerializationException(
                $"A '{node.GetType()}' cannot be written; use the conditions, actions and expressions that rules support.");
        Start(kind, kind.Type.Name);
        if (isRoot)
        {
            writer.WriteAttributeString("xmlns", "x", null, RuleMarkup.Xaml);
        }

        foreach (NodeMember member in kind.Members)
        {
            Attribute(member, node);
        }

        foreach (NodeMember member in kind.Members)
        {
            Part(kind, member, node);
        }

        writer.WriteEndElement();
    }

    private void Attribute(NodeMember member, object node)
    {
        object? value = member.Kind is MemberKind.Simple or MemberKind.Primitive ? member.Get(node) : string.Empty;
        if (value is null)
        {
            writer.WriteAttributeString(member.Name, "{x:Null}");
        }
        else if (member.Kind == MemberKind.Simple)
        {
            Attribute(member.Name, RuleMarkup.WithEscape(Convert.ToString(value, CultureInfo.InvariantCulture)!));
        }
        else if (TypeTextOf(member, node) is { } type)
        {
            Attribute(member.Name, type);
        }
    }

    private void Attribute(string name, string text)
    {
        writer.WriteStartAttribute(name);
        Text(text, "\r\n\t");
        writer.WriteEndAttribute();
    }

    private static string? TypeTextOf(NodeMember member, object node) =>
        member.Kind == MemberKind.Node && member.Get(node) is CodeTypeReference reference ? TypeReferenceText.Of(reference) : null;

    private void Part(NodeKind kind, NodeMember member, object node)
    {
        IEnumerable<object?> parts = member.Kind switch
        {
            MemberKind.List => member.ListOf(node).Cast<object?>(),
            MemberKind.Simple => [],
            _ => member.Get(node) is { } part && TypeTextOf(member, node) is null ? [part] : [],
        };
        bool isOpen = false;
        foreach (object part in parts.OfType<object>())
        {
            if (!isOpen)
            {
                Start(kind, $"{kind.Type.Name}.{member.Name}");
                isOpen = true;
            }

            if (member.Kind == MemberKind.Primitive)
            {
                Primitive(part);
            }
            else
            {
                Node(part);
            }
        }

        if (isOpen)
        {
            writer.WriteEndElement();
        }
    }

    private void Primitive(object value)
    {
        if (!PrimitiveValues.IsAllowed(value.GetType()))
        {
            throw new WorkflowMarkupSerializationException(
                $"A value of type '{value.GetType()}' cannot be written; use a number, a text, a Boolean, a date, a time or a Guid.");
        }

        writer.WriteStartElement("ns1", value.GetType().Name, RuleMarkup.Values);
        string text = PrimitiveValues.ToText(value);
        if (text.Length > 0 && (char.IsWhiteSpace(text[0]) || char.IsWhiteSpace(text[^1])))
        {
            writer.WriteAttributeString("xml", "space", null, "preserve");
        }

        Text(value is string ? RuleMarkup.WithEscape(text) : text, "\r");
        writer.WriteEndElement();
    }

    /// <summary>
    /// Writes a text. Some characters must be written as entities: otherwise a reader replaces them with line ends or blanks, whatever the settings of the
    /// writer are.
    /// </summary>
    private void Text(string text, string entities)
    {
        int start = 0;
        for (int end = text.AsSpan().IndexOfAny(entities); end >= 0; end = text.AsSpan(start).IndexOfAny(entities) is >= 0 and int next ? start + next : -1)
        {
            writer.WriteString(text[start..end]);
            writer.WriteCharEntity(text[end]);
            start = end + 1;
        }

        writer.WriteString(text[start..]);
    }

    private void Start(NodeKind kind, string name)
    {
        if (NodeKinds.IsCodeDom(kind))
        {
            writer.WriteStartElement("ns0", name, RuleMarkup.CodeDom);
        }
        else
        {
            writer.WriteStartElement(name, RuleMarkup.Model);
        }
    }
}
