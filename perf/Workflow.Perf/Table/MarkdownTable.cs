using System.Text;

namespace Workflow.Perf.Table;

/// <summary>A Markdown table whose columns are also aligned in a plain text editor.</summary>
internal sealed class MarkdownTable
{
    private readonly List<string[]> _lines = [];

    /// <summary>Creates a table. The first column is text and left-aligned, the others are figures and right-aligned.</summary>
    public MarkdownTable(params string[] header) => _lines.Add(header);

    public void Add(params string[] cells) => _lines.Add(cells);

    public string Render()
    {
        int[] widths = [.. Enumerable.Range(0, _lines[0].Length).Select(column => Math.Max(3, _lines.Max(line => line[column].Length)))];
        StringBuilder text = new();
        Append(text, _lines[0], widths);
        Append(text, [.. widths.Select(static (width, column) => column == 0 ? new string('-', width) : new string('-', width - 1) + ":")], widths);
        foreach (string[] line in _lines.Skip(1))
        {
            Append(text, line, widths);
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, string[] cells, int[] widths)
    {
        for (int column = 0; column < widths.Length; column++)
        {
            string cell = column == 0 ? cells[column].PadRight(widths[column]) : cells[column].PadLeft(widths[column]);
            text.Append("| ").Append(cell).Append(' ');
        }

        text.Append("|\n");
    }
}
