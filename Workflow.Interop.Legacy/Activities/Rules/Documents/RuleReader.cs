using System.CodeDom;
using System.Runtime.CompilerServices;
using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;
using Workflow.Interop.Legacy.ComponentModel.Serialization;

namespace Workflow.Interop.Legacy.Activities.Rules.Documents;

/// <summary>Reads rules from XML. Elements and attributes that are not in the table of nodes are rejected.</summary>
internal sealed class RuleReader(XmlReader reader)
{
    // Each level of an expression has two elements. The rest is for the rule model around the expression.
    private const int DeepestElement = (2 * NodeShape.DeepestExpression) + 50;

    // Members that WF3 tools write and that have no effect.
    private static readonly HashSet<string> Ignored = new(StringComparer.Ordinal) { "LinePragma", "UserData", "StartDirectives", "EndDirectives" };

    private int _count;

    public object Read()
    {
        try
        {
            MoveToElement();
            object node = Node();
            return NodeShape.ProblemOf(node) is { } problem ? throw Wrong($"The document {problem}") : node;
        }
        catch (XmlException exception)
        {
            // Some errors, such as a prohibited DTD, contain no position.
            (int line, int column) = exception.LineNumber > 0 ? (exception.LineNumber, exception.LinePosition) : Position();
            throw new WorkflowMarkupSerializationException($"The document with rules is not well-formed: {exception.Message}", exception, line, column);
        }
        catch (InsufficientExecutionStackException)
        {
            throw Wrong("The document is too deep for the stack of this thread; divide its expressions");
        }
    }

    private void MoveToElement()
    {
        while (reader.NodeType != XmlNodeType.Element)
        {
            if (reader.NodeType == XmlNodeType.DocumentType)
            {
                throw Wrong("The document has a document type declaration; remove it");
            }

            if (reader.NodeType == XmlNodeType.EndElement || !reader.Read())
            {
                throw Wrong("The document has no element; begin it with 'RuleDefinitions' or 'RuleSet'");
            }
        }
    }

    /// <summary>Reads the current element and moves the reader past it.</summary>
    private object Node()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        CheckLimits();
        string name = reader.LocalName;
        NodeKind kind = RuleMarkup.KindOf(reader.NamespaceURI, name)
            ?? throw Wrong($"The element '{name}' of '{reader.NamespaceURI}' is no part of rules; use the types of rules and of CodeDom that rules support");
        object node = kind.Create();
        foreach (int attribute in AttributesInOrder(kind))
        {
            reader.MoveToAttribute(attribute);
            Attribute(kind, node);
        }

        reader.MoveToElement();
        Children(() => Part(kind, node));
        return node;
    }

    /// <summary>
    /// Returns the positions of the attributes in the order of the members. The order matters: setting the name of a type resets its array rank.
    /// </summary>
    private IEnumerable<int> AttributesInOrder(NodeKind kind)
    {
        List<(int Member, int Position)> found = [];
        for (int i = 0; i < reader.AttributeCount; i++)
        {
            reader.MoveToAttribute(i);
            if (reader.NamespaceURI != RuleMarkup.Xmlns)
            {
                found.Add((kind.IndexOf(reader.LocalName), i));
            }
        }

        return found.Order().Select(static attribute => attribute.Position);
    }

    /// <summary>Reads the child elements of the current element and moves the reader past it.</summary>
    private void Children(Action child)
    {
        string name = reader.LocalName;
        bool isEmpty = reader.IsEmptyElement;
        reader.Read();
        while (!isEmpty && reader.NodeType != XmlNodeType.EndElement)
        {
            if (reader.NodeType == XmlNodeType.Element)
            {
                child();
            }
            else if (reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA)
            {
                throw Wrong($"The element '{name}' contains text where it has elements; remove the text");
            }
            else if (!reader.Read())
            {
                throw Wrong($"The element '{name}' has no end");
            }
        }

        if (!isEmpty)
        {
            reader.Read();
        }
    }

    private void Attribute(NodeKind kind, object node)
    {
        string name = reader.LocalName;
        string? value = Unescape(reader.Value);
        if (Ignored.Contains(name))
        {
            return;
        }

        NodeMember member = kind.Find(name) ?? throw Unknown(kind, name);
        if (value is not null && member.Type == typeof(CodeTypeReference) && member.Kind == MemberKind.Node)
        {
            Set(member, node, value.Length == 0 ? null : TypeReferenceText.Parse(value) ?? throw LongName(TypeReferenceText.Longest));
            return;
        }

        if (value is not null && member.Kind != MemberKind.Simple)
        {
            throw Wrong($"The attribute '{name}' of '{kind.Type.Name}' has a text, and needs an element '{kind.Type.Name}.{name}'");
        }

        if (member.Kind != MemberKind.List)
        {
            Set(member, node, value is null ? null : Simple(member, value));
        }
    }

    /// <summary>Reads the element of a member, such as 'Rule.Condition'.</summary>
    private void Part(NodeKind kind, object node)
    {
        CheckLimits();
        string name = reader.LocalName[(reader.LocalName.IndexOf('.', StringComparison.Ordinal) + 1)..];
        if (reader.LocalName == $"{kind.Type.Name}.{name}" && Ignored.Contains(name))
        {
            reader.Skip();
            return;
        }

        NodeMember member = (reader.LocalName == $"{kind.Type.Name}.{name}" ? kind.Find(name) : null) ?? throw Unknown(kind, reader.LocalName);
        switch (member.Kind)
        {
            case MemberKind.Simple:
                Set(member, node, Simple(member, reader.ReadElementContentAsString()));
                break;
            case MemberKind.List:
                Children(() => AddTo(member, node, Node()));
                break;
            default:
                int count = 0;
                Children(() =>
                {
                    if (++count > 1)
                    {
                        throw Wrong($"'{name}' of '{kind.Type.Name}' has several values; leave one");
                    }

                    Set(member, node, Value(member));
                });
                break;
        }
    }

    private object? Value(NodeMember member)
    {
        if (reader.LocalName is RuleMarkup.Null or RuleMarkup.NullExtension && reader.NamespaceURI == RuleMarkup.Xaml)
        {
            reader.Skip();
            return null;
        }

        if (member.Kind == MemberKind.Node)
        {
            return Node();
        }

        string name = reader.LocalName;
        if (!RuleMarkup.IsValue(reader.NamespaceURI, name))
        {
            throw Wrong($"'{name}' of '{reader.NamespaceURI}' is no type of constants in rules; use a number, a text, a Boolean, a date, a time or a Guid");
        }

        string text = reader.ReadElementContentAsString();
        try
        {
            return PrimitiveValues.Parse(name, name == nameof(String) ? RuleMarkup.WithoutEscape(text) : text);
        }
        catch (Exception exception) when (exception is FormatException or OverflowException)
        {
            throw Wrong($"'{Short(text)}' is no value of type '{name}'; correct it");
        }
    }

    private object Simple(NodeMember member, string text)
    {
        if (member.Type == typeof(string))
        {
            return text;
        }

        object? value = null;
        if (member.Type == typeof(bool))
        {
            value = bool.TryParse(text, out bool flag) ? flag : null;
        }
        else if (member.Type == typeof(int))
        {
            value = int.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out int number) ? number : null;
        }
        else if (Enum.TryParse(member.Type, text, ignoreCase: true, out object? named) && (Enum.IsDefined(member.Type, named) || named.ToString() == "0"))
        {
            value = named;
        }

        return value ?? throw Wrong($"'{Short(text)}' is no value of '{member.Name}', which is a '{member.Type.Name}'; correct it");
    }

    private void Set(NodeMember member, object node, object? value)
    {
        bool fits = value is null ? !member.Type.IsValueType : member.Type.IsInstanceOfType(value);
        if (!fits)
        {
            throw Wrong(
                $"'{member.Name}' of '{node.GetType().Name}' is a '{member.Type.Name}' and cannot be a '{value?.GetType().Name ?? "null"}'; correct it");
        }

        if (node is CodeTypeReference && value is string { Length: > TypeReferenceText.LongestName })
        {
            throw LongName(TypeReferenceText.LongestName);
        }

        member.Set(node, value);
    }

    private void AddTo(NodeMember member, object node, object item)
    {
        if (!member.Type.IsInstanceOfType(item))
        {
            throw Wrong($"'{member.Name}' of '{node.GetType().Name}' contains a '{item.GetType().Name}', which is no '{member.Type.Name}'; remove it");
        }

        try
        {
            member.ListOf(node).Add(item);
        }
        catch (ArgumentException exception)
        {
            throw Wrong($"'{member.Name}' of '{node.GetType().Name}' cannot contain this '{item.GetType().Name}': {exception.Message.TrimEnd('.')}");
        }
    }

    /// <summary>Returns the text of an attribute; null if it is the markup of null.</summary>
    private string? Unescape(string text)
    {
        if (!text.StartsWith('{') || !text.EndsWith('}') || text.StartsWith("{}", StringComparison.Ordinal))
        {
            return RuleMarkup.WithoutEscape(text);
        }

        return IsNull(text[1..^1].Trim())
            ? null
            : throw Wrong($"The markup '{Short(text)}' is not supported; use the markup of null, or write '{{}}' before a text that begins with '{{'");
    }

    // An unknown prefix gives null in WF3, too: its serializer reports an error that nothing reads.
    private bool IsNull(string markup) =>
        markup.Split(':') is [{ Length: > 0 } prefix, RuleMarkup.Null or RuleMarkup.NullExtension]
        && reader.LookupNamespace(prefix) is null or "" or RuleMarkup.Xaml;

    private void CheckLimits()
    {
        if (reader.Depth > DeepestElement)
        {
            throw Wrong($"The document has more than {DeepestElement} levels of elements; divide its expressions");
        }

        if (++_count > NodeShape.MostNodes)
        {
            throw Wrong($"The document has more than {NodeShape.MostNodes} elements; divide it");
        }
    }

    private static string Short(string text) => text.Length <= 100 ? text : text[..100] + "...";

    private WorkflowMarkupSerializationException Unknown(NodeKind kind, string name) =>
        Wrong($"'{name}' is no part of '{kind.Type.Name}' in rules; remove it or correct the name");

    private WorkflowMarkupSerializationException LongName(int longest) => Wrong($"The name of a type has more than {longest} characters; shorten it");

    private (int Line, int Column) Position() => reader is IXmlLineInfo info && info.HasLineInfo() ? (info.LineNumber, info.LinePosition) : (0, 0);

    private WorkflowMarkupSerializationException Wrong(string problem)
    {
        (int line, int column) = Position();
        return new WorkflowMarkupSerializationException(line == 0 ? $"{problem}." : $"{problem} (line {line}, position {column}).", line, column);
    }
}
