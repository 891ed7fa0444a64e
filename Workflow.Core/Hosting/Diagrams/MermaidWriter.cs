using System.Globalization;
using System.Text;
using Workflow.Definition;

namespace Workflow.Hosting;

/// <summary>Writes a tree of activities as Mermaid text. It uses its own stack instead of recursion, because trees may be deep.</summary>
internal sealed class MermaidWriter(Program program, WorkflowDiagramOptions options)
{
    private readonly StringBuilder _text = new();
    private readonly List<string> _marked = [];
    private readonly Stack<OpenBox> _open = new();

    public string Write(Activity root)
    {
        _text.Append("flowchart TD\n");
        WriteActivity(root);
        while (_open.TryPeek(out OpenBox? box))
        {
            if (box.Next < box.Diagram.Nodes.Count)
            {
                WriteNode(box, box.Diagram.Nodes[box.Next++]);
            }
            else
            {
                _open.Pop();
                Close(box);
            }
        }

        if (_marked.Count > 0)
        {
            _text.Append("  classDef marked fill:#ffe082,stroke:#e65100,stroke-width:2px\n");
            _text.Append(CultureInfo.InvariantCulture, $"  class {string.Join(',', _marked)} marked\n");
        }

        return _text.ToString();
    }

    private static string IdOf(Activity activity) => $"a{activity.Id!.Replace('.', '_')}";

    private static string IdOf(OpenBox box, DiagramNode node) =>
        node.Activity is { } activity ? IdOf(activity) : string.Create(CultureInfo.InvariantCulture, $"{box.Id}n{node.Number}");

    private void WriteNode(OpenBox box, DiagramNode node)
    {
        switch (node.Shape)
        {
            case DiagramShape.Decision:
                Line($"{IdOf(box, node)}{{{Quoted(node.Text)}}}");
                break;
            case DiagramShape.Start:
                Line($"{IdOf(box, node)}((\" \"))");
                break;
            default:
                WriteActivity(node.Activity!);
                break;
        }
    }

    /// <summary>Writes a box with text, or begins a box around a drawing.</summary>
    private void WriteActivity(Activity activity)
    {
        string id = IdOf(activity);
        string text = options.Note?.Invoke(activity) is { } note ? $"{activity.DisplayName}\n{note}" : activity.DisplayName;
        if (options.IsMarked?.Invoke(activity) == true)
        {
            _marked.Add(id);
        }

        ActivityDiagram diagram = DiagramOf(activity);
        if (diagram.Nodes.Count == 0)
        {
            Line($"{id}[{Quoted(text)}]");
            return;
        }

        Line($"subgraph {id}[{Quoted(text)}]");
        _open.Push(new OpenBox(id, diagram));
    }

    private void Close(OpenBox box)
    {
        foreach ((DiagramNode from, DiagramNode to, string? label) in box.Diagram.Lines)
        {
            string arrow = string.IsNullOrEmpty(label) ? "-->" : $"-->|{Quoted(label)}|";
            _text.Append(' ', 4 + (2 * _open.Count)).Append(IdOf(box, from)).Append(' ').Append(arrow).Append(' ').Append(IdOf(box, to)).Append('\n');
        }

        Line("end");
    }

    private ActivityDiagram DiagramOf(Activity activity)
    {
        _ = program.TryFind(activity, out int number);
        Activity[] children = [.. program.Map.PartsOf(number)];
        ActivityDiagram diagram = new(activity.DisplayName, child => Array.IndexOf(children, child) >= 0);
        if (activity is IDiagramSource source)
        {
            source.Draw(diagram);
        }
        else
        {
            Array.ForEach(children, child => diagram.Add(child));
        }

        return diagram;
    }

    private void Line(string text) => _text.Append(' ', 2 + (2 * _open.Count)).Append(text).Append('\n');

    /// <summary>Returns a text in quotes. Characters with a meaning in Mermaid or HTML become numeric entities of Mermaid.</summary>
    private static string Quoted(string text)
    {
        StringBuilder quoted = new("\"");
        foreach (char character in text)
        {
            if (character == '\n')
            {
                quoted.Append("<br/>");
            }
            else if (character is '"' or '#' or '&' or '<' or '>' or '`' or '|' or '\\' || char.IsControl(character))
            {
                quoted.Append(CultureInfo.InvariantCulture, $"#{(int)character};");
            }
            else
            {
                quoted.Append(character);
            }
        }

        return quoted.Append('"').ToString();
    }

    /// <summary>A box whose content is being written.</summary>
    private sealed class OpenBox(string id, ActivityDiagram diagram)
    {
        public string Id => id;

        public ActivityDiagram Diagram => diagram;

        public int Next { get; set; }
    }
}
