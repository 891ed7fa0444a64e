using System.Text;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Rules 7.5 and 7.6: what an instance consists of comes back from what was saved of it.</summary>
public sealed class SnapshotTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("7.5")]
    public void Reload_OfASequenceThatWaits_GoesOnWithTheNextActivity(Lane lane)
    {
        Variable<int> count = new("count", 3);
        Sequence workflow = new()
        {
            Variables = { count },
            Activities =
            {
                new Note(_log, _ => "before"),
                new Wait(_log, "A"),
                new Assign<int> { To = count, Value = new InArgument<int>(context => count.Get(context) + 1) },
                new Wait(_log, "B"),
                new WriteLine { Text = new InArgument<string>(context => Say($"count is {count.Get(context)}")) },
            },
        };
        Reloading running = new Reloading(workflow, lane).Start().Reload();
        running.Resume("A", 1);
        running.Reload().Resume("B", 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("before", "A waits", "A resumed 1", "B waits", "B resumed 2", "count is 4");
    }

    [Fact]
    [Rule("7.5")]
    public void Save_OfAnIdleInstance_IsOneJsonDocument()
    {
        Reloading running = new Reloading(new Wait(_log, "A"), Lane.Fast).Start();
        string text = Encoding.UTF8.GetString(running.Save());
        Assert.StartsWith("{\"workflow\":1,\"definition\":\"", text, StringComparison.Ordinal);
        using System.Text.Json.JsonDocument document = System.Text.Json.JsonDocument.Parse(text);
        Assert.Equal(["instance", "bookmark"], document.RootElement.GetProperty("objects").EnumerateArray().Select(one => one.EnumerateObject().First().Name));
    }

    private string Say(string text)
    {
        _log.Add(text);
        return string.Empty;
    }
}
