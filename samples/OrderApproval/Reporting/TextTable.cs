using System.Text;

namespace OrderApproval.Reporting;

/// <summary>A table whose columns are aligned in a terminal.</summary>
internal sealed class TextTable
{
    private const string Gap = "  ";

    private readonly List<string[]> _rows = [];
    private readonly bool[] _isNumber;

    /// <param name="columns">The headings; those in brackets, such as "[Total]", are aligned to the right.</param>
    public TextTable(params string[] columns)
    {
        _isNumber = [.. columns.Select(column => column.StartsWith('['))];
        _rows.Add([.. columns.Select(column => column.Trim('[', ']'))]);
    }

    public void Add(params string[] cells) => _rows.Add([.. cells.Select(Texts.Printable)]);

    public override string ToString()
    {
        int[] widths = [.. Enumerable.Range(0, _isNumber.Length).Select(column => _rows.Max(row => row[column].Length))];
        StringBuilder text = new();
        foreach (string[] row in _rows)
        {
            IEnumerable<string> cells = row.Select((cell, column) => _isNumber[column] ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]));
            text.AppendLine(string.Join(Gap, cells).TrimEnd());
        }

        return text.ToString();
    }
}
