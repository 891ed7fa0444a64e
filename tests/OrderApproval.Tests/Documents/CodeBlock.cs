namespace OrderApproval.Tests.Documents;

/// <summary>A fenced code block of a Markdown document, with the number of its first line. Lines count from 1.</summary>
internal sealed record CodeBlock(int Line, IReadOnlyList<string> Text)
{
    private const string Fence = "```";

    /// <summary>Returns the C# blocks of a document.</summary>
    public static IReadOnlyList<CodeBlock> In(string document)
    {
        List<CodeBlock> blocks = [];
        List<string>? open = null;
        int start = 0;
        string[] lines = Checkout.ReadLines(document);
        for (int i = 0; i < lines.Length; i++)
        {
            if (open is null && lines[i] == Fence + "csharp")
            {
                open = [];
                start = i + 2;
            }
            else if (open is not null && lines[i] == Fence)
            {
                blocks.Add(new CodeBlock(start, open));
                open = null;
            }
            else
            {
                open?.Add(lines[i]);
            }
        }

        return blocks;
    }

    /// <summary>Returns the lines without the differences between a document and a source file: indentation, empty lines and usings of 'Workflow'.</summary>
    public static IReadOnlyList<string> Essence(IEnumerable<string> lines) =>
        [.. lines.Select(line => line.Trim()).Where(line => line.Length > 0 && !line.StartsWith("using Workflow", StringComparison.Ordinal))];
}
