using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Saves write mapped variables in a form that queries on the store and participants can read.</summary>
[Rule("7.5.2")]
public sealed class MappedVariableTests : StoredApplications
{
    private const string Space = "urn:schemas-microsoft-com:System.Activities/4.0/properties/variables";

    [Fact]
    public void Save_OfMappedVariables_WritesCurrentValues()
    {
        Variable<int> total = Mapped("total", 1);
        Sequence root = new()
        {
            Variables = { total, Lines(), new Variable<int>("other", 5), Mapped("a name", "text") },
            Activities = { new Wait(Log, "a"), new Put<int>(2) { To = total }, new Wait(Log, "b") },
        };
        Hosted hosted = With(root).Run();
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(["a_x0020_name=text", "lines=[1,2]", "total=1"], Saved(hosted));
        hosted.Resume("a");
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(["a_x0020_name=text", "lines=[1,2]", "total=2"], Saved(hosted));
        hosted.Resume("b");
        Assert.Equal(InstanceStatus.Closed, Summary(hosted.Application.Id)!.Status);
        Assert.Empty(Saved(hosted));
    }

    [Fact]
    public void Save_OfAPersistActivity_WritesMappedVariables()
    {
        Sequence root = new() { Variables = { Mapped("total", 3) }, Activities = { new Persist(), new Wait(Log, "w") } };
        Assert.Equal(["total=3"], Saved(With(root).Run()));
    }

    [Fact]
    public void Save_OfUnnamedVariablesAndHandles_OmitsThem()
    {
        Sequence root = new()
        {
            Variables = { Mapped<int>(null, 1), Mapped(string.Empty, 2), new Variable<NoPersistHandle>("handle") { Modifiers = VariableModifiers.Mapped } },
            Activities = { new Wait(Log, "w") },
        };
        Assert.Empty(SavedWhileWaiting(root));
    }

    [Fact]
    public void Save_OutsideTheScope_OmitsTheVariables()
    {
        Sequence before = new() { Variables = { Mapped("before", 1) }, Activities = { new Step(Log, "step") } };
        Sequence after = new() { Variables = { Mapped("after", 2) }, Activities = { new Step(Log, "step") } };
        Assert.Empty(SavedWhileWaiting(new Sequence { Activities = { before, new Wait(Log, "w"), after } }));
    }

    [Fact]
    [Rule("7.7")]
    public void Save_BeforeTheRootStarts_OmitsTheVariables()
    {
        Hosted hosted = With(new Sequence { Variables = { Mapped("total", 3), Mapped<string?>("text", null) }, Activities = { new Wait(Log, "w") } });
        hosted.Do(application => application.UnloadAsync());
        Assert.Empty(Saved(hosted));
    }

    [Fact]
    public void Save_WhileTheDefaultIsComputed_OmitsTheVariable()
    {
        Sequence inner = new()
        {
            Variables = { new Variable<int>("late") { Modifiers = VariableModifiers.Mapped, Default = new WaitFor<int>(Log, "default") } },
            Activities = { new Wait(Log, "w") },
        };
        Hosted hosted = With(inner).Run();
        hosted.Do(application => application.PersistAsync());
        Assert.Empty(Saved(hosted));
        hosted.Resume("default", 7);
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(["late=7"], Saved(hosted));
    }

    [Fact]
    public void Save_SameNameInTwoScopes_AddsTheActivityIds()
    {
        Sequence inner = new() { Variables = { Mapped("state", "in"), Mapped("inner", 1) }, Activities = { new Wait(Log, "w") } };
        Sequence outer = new() { Variables = { Mapped("state", "out") }, Activities = { inner } };
        string[] saved = SavedWhileWaiting(outer);
        Assert.NotEqual(outer.Id, inner.Id);
        Assert.Equal(["inner=1", $"state.{outer.Id}=out", $"state.{inner.Id}=in"], saved);
    }

    [Fact]
    public void Save_OfPrivateVariables_WritesThem()
    {
        Variable<int> first = Mapped("count", 4), second = Mapped("count", 5);
        Declares root = new("root", metadata =>
        {
            metadata.AddVariable(first);
            metadata.AddImplementationVariable(second);
        })
        {
            Body = context => context.CreateBookmark("w"),
        };
        Assert.Equal(["count.1-1=5", "count.1=4"], SavedWhileWaiting(root));
    }

    [Fact]
    public void Save_SeveralInstancesOfAScope_NumbersTheLaterOnes()
    {
        DelegateInArgument<int> item = new("item");
        ParallelForEach<int> root = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence
                {
                    Variables = { new Variable<int>("copy", context => item.Get(context)) { Modifiers = VariableModifiers.Mapped } },
                    Activities = { new Named(context => item.Get(context)) },
                },
            },
        };
        Hosted first = With(root).Run();
        first.Do(application => application.UnloadAsync());
        string[] saved = Saved(first);
        Assert.Equal(["copy-3=2", "copy=1"], saved);
        Hosted second = Loaded(root, first.Application.Id).Run();
        second.Do(application => application.PersistAsync());
        Assert.Equal(saved, Saved(second));
        second.Resume("wait 1");
        second.Do(application => application.PersistAsync());
        Assert.Equal(["copy=2"], Saved(second));
    }

    [Fact]
    [Rule("7.8")]
    public void Participants_InMapValues_SeeMappedVariables()
    {
        Saver saver = new(Log)
        {
            OnMap = (_, writeOnly) => new Dictionary<XName, object?>
            {
                ["count"] = ((List<int>)((LocationInfo)writeOnly[XName.Get("lines", Space)]!).Value!).Count
            }
        };
        Hosted hosted = With(new Sequence { Variables = { Lines() }, Activities = { new Wait(Log, "w") } }, saver).Run();
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(2, Summary(hosted.Application.Id)!.Values["count"]);
    }

    [Fact]
    [Rule("7.8")]
    public void Participants_InMapValues_SeeNameOwnerAndValue()
    {
        List<string> seen = [];
        Saver saver = new(Log)
        {
            OnMap = (_, writeOnly) =>
            {
                seen.AddRange(writeOnly.Select(value => (value.Key, Info: Assert.IsType<LocationInfo>(value.Value)))
                    .Select(value => $"{value.Key.LocalName}: {value.Info.Name} of {value.Info.OwnerDisplayName} is {value.Info.Value ?? "null"}"));
                return null;
            },
        };
        Sequence inner = new()
        {
            DisplayName = "inner",
            Variables = { Mapped("a name", "text"), Mapped<string?>("none", null) },
            Activities = { new Wait(Log, "w") }
        };
        Hosted hosted = With(new Sequence { DisplayName = "outer", Variables = { Mapped("total", 3) }, Activities = { inner } }, saver).Run();
        hosted.Do(application => application.PersistAsync());
        Assert.Equal(["total: total of outer is 3", "a_x0020_name: a name of inner is text", "none: none of inner is null"], seen);
        Assert.Equal(["a_x0020_name=text", "none=", "total=3"], Saved(hosted));
    }

    [Fact]
    [Rule("7.8")]
    [Rule("17.1")]
    public void Participants_WithoutAStore_SeeMappedVariables()
    {
        List<string> seen = [];
        Saver saver = new(Log)
        {
            OnMap = (_, writeOnly) =>
            {
                seen.Add(string.Join(' ', writeOnly.Select(value => $"{value.Key.LocalName}={((LocationInfo)value.Value!).Value}")));
                return null;
            },
        };
        Sequence root = new() { Variables = { Mapped("total", 3) }, Activities = { new Persist(), new Step(Log, "step") } };
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(saver);
        invoker.Invoke();
        Assert.Equal(["total=3", ""], seen);
        seen.Clear();
        Hosted.Inline(Log, root, saver).Run();
        Assert.Equal(["total=3", ""], seen);
    }

    [Fact]
    [Rule("7.8")]
    public void Participant_WithTheSameValueName_FailsTheSave()
    {
        Saver saver = new(Log) { WriteOnly = new Dictionary<XName, object?> { [XName.Get("total", Space)] = 1 } };
        Hosted hosted = With(new Sequence { Variables = { Mapped("total", 3) }, Activities = { new Wait(Log, "w") } }, saver).Run();
        Assert.Contains("total", hosted.Fails<InvalidOperationException>(application => application.PersistAsync()).Message, StringComparison.Ordinal);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
    }

    [Fact]
    [Rule("7.6.1")]
    public void Value_NotSerializable_FailsTheSave()
    {
        Variable<Bookmark> bookmark = new("bookmark") { Modifiers = VariableModifiers.Mapped };
        Declares root = new("root", metadata => metadata.AddImplementationVariable(bookmark))
        {
            Body = context => bookmark.Set(context, context.CreateBookmark("w"))
        };
        Hosted hosted = With(root).Run();
        Assert.Contains("bookmark", hosted.Fails<SnapshotException>(application => application.PersistAsync()).Message, StringComparison.Ordinal);
        Assert.Equal(BookmarkResumptionResult.Success, hosted.Resume("w"));
    }

    private static Variable<T> Mapped<T>(string? name, T value) => new(name, value) { Modifiers = VariableModifiers.Mapped };

    private static Variable<List<int>> Lines() => new("lines", _ => new List<int> { 1, 2 }) { Modifiers = VariableModifiers.Mapped };

    private string[] SavedWhileWaiting(Activity workflow)
    {
        Hosted hosted = With(workflow).Run();
        hosted.Do(application => application.PersistAsync());
        return Saved(hosted);
    }

    private string[] Saved(Hosted hosted) =>
    [
        .. Summary(hosted.Application.Id)!.Values.Where(value => value.Key.NamespaceName == Space)
            .Select(value => $"{value.Key.LocalName}={value.Value}").Order(StringComparer.Ordinal),
    ];

    /// <summary>Waits at a bookmark whose name contains a number.</summary>
    private sealed class Named(Func<ActivityContext, int> part) : NativeActivity
    {
        public InArgument<int> Part { get; set; } = new(part);

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark($"wait {Part.Get(context)}");
    }
}
