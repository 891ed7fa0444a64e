using OrderApproval.Tests.Snippets;

namespace OrderApproval.Tests.Documents;

/// <summary>The collection of tests that replace the console of the process. They run alone, because hosts of other tests log to the console.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ConsoleCollection
{
    public const string Name = "Console";
}

/// <summary>Tests that the code blocks of the documents are part of the snippets, which this project compiles and runs.</summary>
[Collection(ConsoleCollection.Name)]
public sealed class DocumentTests
{
    private const string Snippets = "tests/OrderApproval.Tests/Snippets";

    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/start/getting-started.md")]
    [InlineData("docs/author/authoring-activities.md")]
    [InlineData("docs/author/bookmarks.md")]
    [InlineData("docs/author/expressions.md")]
    [InlineData("docs/author/control-flow-activities.md")]
    [InlineData("docs/author/state-machines.md")]
    [InlineData("docs/author/compensation.md")]
    [InlineData("docs/author/validation.md")]
    [InlineData("docs/start/migrating-from-wf4.md")]
    [InlineData("docs/author/transactions.md")]
    [InlineData("docs/host/persistence.md")]
    [InlineData("docs/author/persistence-authoring.md")]
    [InlineData("docs/host/hosting.md")]
    [InlineData("docs/host/tracking.md")]
    public void CodeBlocks_OfADocument_AreCompiledHere(string document)
    {
        string compiled = string.Join(
            '\n',
            Directory.EnumerateFiles(Checkout.PathOf(Snippets), "*.cs", SearchOption.AllDirectories).SelectMany(file => CodeBlock.Essence(File.ReadLines(file))));
        IReadOnlyList<CodeBlock> blocks = CodeBlock.In(document);

        Assert.NotEmpty(blocks);
        string[] strangers =
        [
            .. blocks.Where(block => !compiled.Contains(string.Join('\n', CodeBlock.Essence(block.Text)), StringComparison.Ordinal))
                .Select(block => $"{document}:{block.Line}")
        ];
        Assert.True(strangers.Length == 0, $"Copy these blocks from {Snippets}, or add them there: {string.Join(", ", strangers)}");
    }

    [Fact]
    public void Readme_ShowsTheWholeSnippetBeforeLineTwenty()
    {
        CodeBlock first = CodeBlock.In("README.md")[0];
        IReadOnlyList<string> file = CodeBlock.Essence(Checkout.ReadLines($"{Snippets}/Start/{nameof(ReadmeSnippet)}.cs"));

        Assert.InRange(first.Line, 1, 19);
        Assert.Equal(CodeBlock.Essence(first.Text), file.SkipWhile(line => !line.StartsWith("Variable", StringComparison.Ordinal)).SkipLast(2));
        Assert.All(
            first.Text.Where(line => line.StartsWith("using ", StringComparison.Ordinal)),
            line => Assert.Contains(line, Checkout.ReadLines($"{Snippets}/Start/{nameof(ReadmeSnippet)}.cs")));
    }

    [Fact]
    public void Readme_Snippet_PrintsTheDocumentedText()
    {
        TextWriter console = Console.Out;
        using StringWriter text = new();
        Console.SetOut(text);
        try
        {
            ReadmeSnippet.Run();
        }
        finally
        {
            Console.SetOut(console);
        }

        Assert.Equal("To pay: 108", text.ToString().Trim());
    }

    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/start/getting-started.md")]
    [InlineData("docs/author/authoring-activities.md")]
    [InlineData("docs/author/bookmarks.md")]
    [InlineData("docs/author/expressions.md")]
    [InlineData("docs/author/control-flow-activities.md")]
    [InlineData("docs/author/state-machines.md")]
    [InlineData("docs/author/compensation.md")]
    [InlineData("docs/author/validation.md")]
    [InlineData("docs/start/migrating-from-wf4.md")]
    [InlineData("docs/author/transactions.md")]
    [InlineData("docs/host/persistence.md")]
    [InlineData("docs/author/persistence-authoring.md")]
    [InlineData("docs/host/tracking.md")]
    [InlineData("docs/host/observability.md")]
    [InlineData("docs/host/hosting.md")]
    [InlineData("docs/reference/semantics.md")]
    [InlineData("docs/host/trimming-and-aot.md")]
    [InlineData("docs/host/hosting-service.md")]
    [InlineData("docs/host/messages-and-idempotency.md")]
    [InlineData("docs/host/dependency-injection-and-logging.md")]
    [InlineData("docs/host/operations.md")]
    [InlineData("docs/start/troubleshooting.md")]
    [InlineData("docs/start/comparison.md")]
    [InlineData("CONTRIBUTING.md")]
    [InlineData("SECURITY.md")]
    public void Links_OfADocument_LeadToFiles(string document)
    {
        string folder = Path.GetDirectoryName(Checkout.PathOf(document))!;
        string[] broken =
        [
            .. System.Text.RegularExpressions.Regex.Matches(string.Join('\n', Checkout.ReadLines(document)), @"\]\((?!https?:)([^)#]+)[^)]*\)")
                .Select(match => match.Groups[1].Value)
                .Where(target => !Path.Exists(Path.Combine(folder, target))),
        ];
        Assert.Empty(broken);
    }
}
