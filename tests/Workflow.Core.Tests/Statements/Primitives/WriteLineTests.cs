using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.8")]
[Rule("19")]
public sealed class WriteLineTests : StatementTests
{
    private readonly StringWriter _given = NewWriter();
    private readonly StringWriter _extension = NewWriter();

    protected override Activity Sample() => new WriteLine { Text = new(_ => Marked()), TextWriter = new(_ => _given) };

    [Theory, Lanes]
    public void TextWriter_Given_ReceivesLine(Lane lane)
    {
        Run(new WriteLine { Text = "hello", TextWriter = new(_ => _given) }, lane);
        Assert.Equal(("hello\n", string.Empty), (_given.ToString(), _extension.ToString()));
    }

    [Theory, Lanes]
    public void TextWriter_NullOrMissing_UsesExtension(Lane lane)
    {
        Run(new Sequence { Activities = { new WriteLine { Text = "a" }, new WriteLine { Text = "b", TextWriter = new(_ => null!) } } }, lane);
        Assert.Equal("a\nb\n", _extension.ToString());
    }

    [Theory, Lanes]
    public void TextWriter_WithoutExtension_IsConsole(Lane lane)
    {
        TextWriter before = Console.Out;
        using StringWriter console = NewWriter();
        Console.SetOut(console);
        try
        {
            Runner.Run(new WriteLine { Text = "to the console" }, lane).AssertCompleted(ActivityInstanceState.Closed);
        }
        finally
        {
            Console.SetOut(before);
        }

        Assert.Contains("to the console\n", console.ToString(), StringComparison.Ordinal);
    }

    [Theory, Lanes]
    public void Text_NullOrMissing_IsEmptyLine(Lane lane)
    {
        Run(new Sequence { Activities = { new WriteLine(), new WriteLine { Text = new(_ => null!) } } }, lane);
        Assert.Equal("\n\n", _extension.ToString());
    }

    [Theory, Lanes]
    public void Text_OfRoot_IsInput(Lane lane)
    {
        Runner.Run(new WriteLine(), lane, new Dictionary<string, object?> { ["Text"] = "input", ["TextWriter"] = _given })
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("input\n", _given.ToString());
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void TextWriter_Throws_FaultsActivity(Lane lane)
    {
        _given.Dispose();
        Fails<ObjectDisposedException>(new WriteLine { Text = "late", TextWriter = new(_ => _given) }, lane);
    }

    private static StringWriter NewWriter() => new(CultureInfo.InvariantCulture) { NewLine = "\n" };

    private void Run(Activity workflow, Lane lane)
    {
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(_extension);
        Runner.Run(workflow, lane, extensions: extensions).AssertCompleted(ActivityInstanceState.Closed);
    }

    private string Marked()
    {
        Log.Add("written");
        return "text";
    }
}
