namespace OrderApproval.Tests.Documents;

/// <summary>A fenced block of a Markdown document; lines count from 1.</summary>
internal sealed record CodeBlock(int Line, IReadOnlyList<string> Text)
{
    private const string Fence = "```";

    /// <summary>The blocks of C# in a document.</summary>
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

    /// <summary>The code without what differs between a document and a file: indentation, empty lines, usings.</summary>
    public static IReadOnlyList<string> Essence(IEnumerable<string> lines) =>
        [.. lines.Select(line => line.Trim()).Where(line => line.Length > 0 && !line.StartsWith("using Workflow", StringComparison.Ordinal))];
}
