using System.Text;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Rules 7.5.3 and 7.6.1: a load restores all parts of a saved instance.</summary>
public sealed class SnapshotTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("7.5.3")]
    public void Reload_WaitingSequence_ContinuesWithNextActivity(Lane lane)
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
    [Rule("7.5.3")]
    public void Save_IdleInstance_IsOneJsonDocument()
    {
        Reloading running = new Reloading(new Wait(_log, "A"), Lane.Fast).Start();
        string text = Encoding.UTF8.GetString(running.Save());
        Assert.StartsWith("{\"workflow\":1,\"id\":\"", text, StringComparison.Ordinal);
        using System.Text.Json.JsonDocument document = System.Text.Json.JsonDocument.Parse(text);
        Assert.Equal(["instance", "bookmark"], document.RootElement.GetProperty("objects").EnumerateArray().Select(one => one.EnumerateObject().First().Name));
    }

    [Fact]
    [Rule("7.7")]
    public void Reload_BeforeFirstRun_KeepsInputs()
    {
        DynamicActivity workflow = new()
        {
            Properties =
            {
                new DynamicActivityProperty { Name = "Amount", Type = typeof(InArgument<int>) },
                new DynamicActivityProperty { Name = "Total", Type = typeof(OutArgument<int>) },
            },
            Implementation = () => new Assign<int>
            {
                To = new OutArgument<int>(new Workflow.Expressions.ArgumentReference<int>("Total")),
                Value = new InArgument<int>(new Workflow.Expressions.ArgumentValue<int>("Amount")),
            },
        };
        Reloading running = new(workflow, Lane.Fast, inputs: new Dictionary<string, object?> { ["Amount"] = (short)5 });
        running.Reload();
        Assert.False(running.State!.HasStarted);
        Assert.Equal(5, running.Start().End().Outputs["Total"]);
    }

    [Fact]
    [Rule("8.1")]
    public void Resume_BookmarkFromBeforeLoad_FindsItsInstance()
    {
        Bookmark? kept = null;
        Probe root = new(_log, "root");
        root.Body = context => kept = context.CreateBookmark(root.Resumed);
        Reloading first = new Reloading(root, Lane.Fast).Start();
        Bookmark ofFirst = kept!;
        Reloading second = new Reloading(root, Lane.Fast).Start();
        first.Reload();
        second.Reload();
        Assert.Equal(BookmarkResumptionResult.NotFound, second.Resume(ofFirst));
        Assert.Equal(BookmarkResumptionResult.Success, first.Reload().Resume(ofFirst));
        Assert.Equal(BookmarkResumptionResult.NotFound, first.Resume(ofFirst));
        first.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    [Rule("9.4")]
    public void Reload_Handle_IsNotInitializedAgain()
    {
        Variable<Counted> handle = new("handle");
        Sequence workflow = new()
        {
            Variables = { handle },
            Activities = { new Wait(_log, "A"), new Note(_log, context => $"{handle.Get(context).Begun} {handle.Get(context).Owner is not null}") },
        };
        Reloading running = new Reloading(workflow, Lane.Fast).Start().Reload();
        running.Reload().Resume("A");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("1 True", _log.Entries[^1]);
    }

    [Fact]
    [Rule("7.5.3")]
    public void Reload_HostState_IsRestored()
    {
        Reloading running = new Reloading(new Wait(_log, "A"), Lane.Fast).Start();
        byte[] data = running.Save(new SnapshotState
        {
            InstanceId = running.InstanceId,
            Identity = new WorkflowIdentity("orders", new Version(1, 2), null),
            NextRecordNumber = 17,
            ParticipantValues = new Dictionary<XName, object?> { [XName.Get("due", "urn:x")] = new TimeSpan(5), ["none"] = null },
        });
        SnapshotState state = running.Load(data).State!;
        Assert.Equal(
            (running.InstanceId, "orders; Version=1.2", 17L, true),
            (state.InstanceId, state.Identity!.ToString(), state.NextRecordNumber, state.HasStarted));
        Assert.Equal(new TimeSpan(5), state.ParticipantValues[XName.Get("due", "urn:x")]);
        Assert.Null(state.ParticipantValues["none"]);
    }

    [Fact]
    [Rule("7.5.3")]
    public void Reload_FlowSwitchOfString_FindsGenericCallback()
    {
        Flowchart chart = new()
        {
            StartNode = new FlowSwitch<string>
            {
                Expression = new WaitFor<string>(_log, "choice"),
                Cases = { ["yes"] = new FlowStep { Action = new Note(_log, _ => "taken") } },
            },
        };
        Reloading running = new Reloading(chart, Lane.Slow).Start().Reload();
        running.Resume("choice", "yes");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("taken", _log.Entries[^1]);
    }

    [Fact]
    [Rule("7.6.1")]
    public void Save_CallbackOfOtherClass_IsRefusedByName()
    {
        Probe root = new(_log, "root");
        root.Body = context => context.CreateBookmark("go", Elsewhere.OnResumed);
        Reloading running = new Reloading(root, Lane.Fast).Start();
        Assert.Contains("'OnResumed' of 'root'", Assert.Throws<SnapshotException>(() => running.Save()).Message, StringComparison.Ordinal);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("7.5.3")]
    public void ForEach_OverSet_ContinuesAtPosition(Lane lane)
    {
        DelegateInArgument<int> item = new("item");
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new HashSet<int> { 5, 6, 7 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence { Activities = { new Wait(_log, "A"), new Note(_log, context => $"{item.Get(context)}") } },
            },
        };
        Running running = Runner.Start(loop, lane);
        running.Resume("A");
        running.Resume("A");
        running.Resume("A");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["5", "6", "7"], _log.Entries.Where(entry => entry.Length == 1));
    }

    /// <summary>Neither a save nor a load uses recursion or takes quadratic time.</summary>
    [Fact]
    [Rule("7.5.3")]
    public void Reload_DeepAndWideInstance_ContinuesInEachBranch()
    {
        const int Size = 3000;
        Activity deep = new Wait(_log, "deep");
        for (int i = 0; i < Size; i++)
        {
            deep = new Sequence { Variables = { new Variable<int>($"v{i}", i) }, Activities = { deep } };
        }

        Workflow.Statements.Parallel workflow = new() { Branches = { deep } };
        for (int i = 0; i < Size; i++)
        {
            workflow.Branches.Add(new Wait(_log, $"w{i}"));
        }

        Reloading running = new Reloading(workflow, Lane.Fast).Start().Reload();
        running.Resume("deep");
        for (int i = 0; i < Size; i++)
        {
            running.Resume($"w{i}");
        }

        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    private static class Elsewhere
    {
        public static void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
        }
    }

    private sealed class Counted : Handle
    {
        public int Begun { get; private set; }

        protected override void OnInitialize(HandleInitializationContext context) => Begun++;
    }

    private string Say(string text)
    {
        _log.Add(text);
        return string.Empty;
    }
}
