using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The extensions that activities find by type, the time of their creation, and the proxy that they receive.</summary>
public sealed class ExtensionTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("14.1")]
    public void GetExtension_WithoutAny_IsNull() => Assert.Null(Find<IThing>(_ => { }));

    [Fact]
    [Rule("14.1")]
    public void GetExtension_ByBaseOrInterface_FindsTheObject()
    {
        Thing thing = new("thing");
        Assert.Same(thing, Find<Thing>(extensions => extensions.Add(thing)));
        Assert.Same(thing, Find<Base>(extensions => extensions.Add(thing)));
        Assert.Same(thing, Find<IThing>(extensions => extensions.Add(thing)));
        Assert.Null(Find<string>(extensions => extensions.Add(thing)));
    }

    [Fact]
    [Rule("14.1")]
    public void GetExtension_SeveralSources_PrefersSingletonsToFactories()
    {
        Thing singleton = new("singleton"), additional = new("additional"), made = new("made"), late = new("late");
        WithAdditional withAdditional = new(_log, additional), madeWithAdditional = new(_log, late);
        Assert.Same(singleton, Find<IThing>(extensions =>
        {
            extensions.Add<IThing>(() => made);
            extensions.Add(withAdditional);
            extensions.Add(singleton);
        }));
        Assert.Same(additional, Find<IThing>(extensions =>
        {
            extensions.Add<IThing>(() => made);
            extensions.Add(withAdditional);
        }));
        Assert.Same(made, Find<IThing>(extensions =>
        {
            extensions.Add(() => madeWithAdditional);
            extensions.Add<IThing>(() => made);
        }));
        Assert.Same(late, Find<IThing>(extensions => extensions.Add(() => madeWithAdditional)));
    }

    [Fact]
    [Rule("14.1")]
    public void GetExtension_AmongEquals_ReturnsTheFirstAdded()
    {
        Thing first = new("first"), second = new("second");
        Assert.Same(first, Find<IThing>(extensions =>
        {
            extensions.Add(first);
            extensions.Add(second);
        }));
        Assert.Same(first, Find<IThing>(extensions =>
        {
            extensions.Add<IThing>(() => first);
            extensions.Add<Thing>(() => second);
        }));
    }

    [Fact]
    [Rule("14.1")]
    public void GetExtension_AmongMany_ReturnsTheSameEachTime()
    {
        Thing first = new("first");
        List<object?> found = [];
        Invoke(
            new Step(
                _log,
                "step",
                context => found.AddRange([context.GetExtension<IThing>(), context.GetExtension<Missing>(), context.GetExtension<IThing>()])),
            Fill);
        Assert.Equal([first, null, first], found);

        void Fill(WorkflowInstanceExtensionManager extensions)
        {
            Array.ForEach(new int[8], _ => extensions.Add(new object()));
            extensions.Add(first);
            extensions.Add(new Thing("second"));
        }
    }

    [Fact]
    [Rule("14.1")]
    public void Factory_OfABaseType_IsFoundByTheDeclaredType()
    {
        Thing made = new("made");
        Assert.Same(made, Find<Base>(extensions => extensions.Add<Base>(() => made)));
        Assert.Null(Find<Thing>(extensions => extensions.Add<Base>(() => made)));
        Assert.Null(Find<IThing>(extensions => extensions.Add<Base>(() => made)));
    }

    [Fact]
    [Rule("14.1")]
    public void Factory_OfAnUnusedExtension_RunsAtTheStartOfEachInstance()
    {
        int made = 0;
        WorkflowInvoker invoker = new(new Step(_log, "step", _ => _log.Add($"made {made}")));
        invoker.Extensions.Add(() => new Thing($"{++made}"));
        invoker.Invoke();
        invoker.Invoke();
        _log.AssertIs("step", "made 1", "step", "made 2");
    }

    [Fact]
    [Rule("14.1")]
    public void Factory_ThatReturnsNull_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() => Find<Thing>(extensions => extensions.Add<Thing>(() => null!)));

    [Fact]
    [Rule("14.1")]
    public void Default_OfSeveralActivities_IsCreatedOncePerInstance()
    {
        List<IThing?> found = [];
        Sequence root = new()
        {
            Activities =
            {
                new FindsExtension(found) { Default = () => new Thing("of the first sibling") },
                new FindsExtension(found) { Default = () => new Thing("of the last sibling") },
            },
        };
        WorkflowInvoker.Invoke(root);
        WorkflowInvoker.Invoke(root);

        // The last sibling is walked first.
        Assert.All(found, thing => Assert.Equal("of the last sibling", thing!.Name));
        Assert.Same(found[0], found[1]);
        Assert.NotSame(found[0], found[2]);
    }

    [Fact]
    [Rule("14.1")]
    public void Default_OfADerivedType_ReplacesItsBase()
    {
        List<IThing?> found = [];
        Declares withBase = new("base", metadata => metadata.AddDefaultExtensionProvider<Base>(() => throw new InvalidOperationException("replaced")));
        WorkflowInvoker.Invoke(new Sequence { Activities = { withBase, new FindsExtension(found) { Default = () => new Thing("derived") } } });
        Assert.Equal("derived", found.Single()!.Name);
    }

    [Fact]
    [Rule("14.1")]
    public void Default_OfATypeOfTheHost_IsSuppressed()
    {
        List<IThing?> found = [];
        FindsExtension asking = new(found) { Default = () => throw new InvalidOperationException("suppressed") };
        WorkflowInvoker withSingleton = new(asking);
        withSingleton.Extensions.Add(new Thing("singleton"));
        withSingleton.Invoke();
        WorkflowInvoker withFactory = new(asking);
        withFactory.Extensions.Add<Thing>(() => new Thing("factory"));
        withFactory.Invoke();
        Assert.Equal(["singleton", "factory"], found.Select(thing => thing!.Name));
    }

    [Fact]
    [Rule("14.2")]
    public void SetInstance_WithAdditionalExtensions_IsCalledBeforeTheRun()
    {
        Thing additional = new("additional");
        WithAdditional inner = new(_log, additional) { Name = "inner" };
        WithAdditional outer = new(_log, inner) { Name = "outer" };
        WorkflowInvoker invoker = new(new Step(_log, "step", context => Assert.Same(additional, context.GetExtension<Thing>())));
        invoker.Extensions.Add(outer);
        invoker.Invoke();
        _log.AssertIs("outer brings", "inner brings", "outer set", "inner set", "step");
        Assert.Same(outer.Instance, inner.Instance);
    }

    [Fact]
    [Rule("14.2")]
    public void Proxy_KnowsItsInstance()
    {
        WithAdditional withAdditional = new(_log);
        Guid id = Guid.Empty;
        Step root = new(_log, "step", context => id = context.WorkflowInstanceId);
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(withAdditional);
        invoker.Invoke();
        Assert.NotEqual(Guid.Empty, id);
        Assert.Equal(id, withAdditional.Instance!.Id);
        Assert.Same(root, withAdditional.Instance.WorkflowDefinition);
    }

    [Fact]
    [Rule("14.2")]
    public async Task Proxy_ResumesABookmark()
    {
        WithAdditional withAdditional = new(_log);
        WorkflowInvoker invoker = new(new Wait(_log, "w"));
        invoker.Extensions.Add(withAdditional);
        Task run = Started.WithoutContext(() => invoker.InvokeAsync());
        Assert.Equal(BookmarkResumptionResult.NotFound, await withAdditional.Instance!.ResumeBookmarkAsync(new Bookmark("other"), null));
        Assert.Equal(BookmarkResumptionResult.Success, await withAdditional.Instance.ResumeBookmarkAsync(new Bookmark("w"), 5));
        await run.WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.NotFound, await withAdditional.Instance.ResumeBookmarkAsync(new Bookmark("w"), null));
        _log.AssertIs("brings", "set", "w waits", "w resumed 5");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await withAdditional.Instance.ResumeBookmarkAsync(new Bookmark("w"), null, new CancellationToken(canceled: true)));
    }

    [Fact]
    [Rule("14.2")]
    public async Task Proxy_BeforeTheRun_WaitsForIt()
    {
        WithAdditional withAdditional = new(_log) { OnSet = proxy => proxy.ResumeBookmarkAsync(new Bookmark("w"), "early") };
        WorkflowInvoker invoker = new(new Wait(_log, "w"));
        invoker.Extensions.Add(withAdditional);
        await Started.WithoutContext(() => invoker.InvokeAsync()).WaitAsync(HangGuard.Limit);
        Assert.Equal(BookmarkResumptionResult.Success, await withAdditional.Early!);
        Assert.Equal("w resumed early", _log.Entries[^1]);
    }

    [Fact]
    [Rule("14.2")]
    public async Task RequiredExtension_ThatIsMissing_IsRefusedBeforeAnythingRuns()
    {
        Type missing = typeof(Missing);
        Declares child = new("child", metadata =>
        {
            metadata.RequireExtension<Thing>();
            metadata.RequireExtension(missing);
        });
        Sequence root = new() { DisplayName = "root", Activities = { new Step(_log, "step"), child } };
        ValidationException refused = Assert.Throws<ValidationException>(() => WorkflowInvoker.Invoke(root));
        Assert.All(["'root'", nameof(Thing), nameof(Missing)], text => Assert.Contains(text, refused.Message, StringComparison.Ordinal));
        await Assert.ThrowsAsync<ValidationException>(() => WorkflowInvoker.InvokeAsync(root));
        Assert.Empty(_log.Entries);
    }

    [Fact]
    [Rule("14.2")]
    public void RequiredExtension_AsAnAdditionalExtensionOnly_IsRefused()
    {
        Declares root = new("root", metadata => metadata.RequireExtension<Base>());
        Invoke(root, extensions => extensions.Add(new Thing("singleton")));
        Invoke(root, extensions => extensions.Add<Thing>(() => new Thing("factory")));
        Assert.Throws<ValidationException>(() => Invoke(root, extensions => extensions.Add(new WithAdditional(_log, new Thing("additional")))));
        Declares withDefault = new("default", metadata => metadata.AddDefaultExtensionProvider(() => new Thing("default")));
        WorkflowInvoker.Invoke(new Sequence { Activities = { new Declares("child", metadata => metadata.RequireExtension<Base>()), withDefault } });
    }

    [Fact]
    [Rule("14.3")]
    public void Extensions_OnceUsed_AreClosed()
    {
        WorkflowInvoker invoker = new(new Step(_log, "step"));
        Thing thing = new("thing");
        invoker.Extensions.Add(thing);
        invoker.Invoke();
        Assert.Throws<InvalidOperationException>(() => invoker.Extensions.Add(new object()));
        Assert.Throws<InvalidOperationException>(() => invoker.Extensions.Add(() => new object()));
        Assert.Equal([thing], invoker.Extensions.GetAllSingletonExtensions());
    }

    private T? Find<T>(Action<WorkflowInstanceExtensionManager> fill)
        where T : class
    {
        T? found = null;
        Invoke(new Step(_log, "step", context => found = context.GetExtension<T>()), fill);
        return found;
    }

    private static void Invoke(Activity root, Action<WorkflowInstanceExtensionManager> fill)
    {
        WorkflowInvoker invoker = new(root);
        fill(invoker.Extensions);
        invoker.Invoke();
    }

    private interface IThing
    {
        string Name { get; }
    }

    private abstract class Base;

    private sealed class Thing(string name) : Base, IThing
    {
        public string Name => name;
    }

    private sealed class Missing;

    private sealed class FindsExtension(List<IThing?> found) : NativeActivity
    {
        public Func<Thing>? Default { get; init; }

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddDefaultExtensionProvider(Default!);

        protected override void Execute(NativeActivityContext context) => found.Add(context.GetExtension<IThing>());
    }

    private sealed class WithAdditional(Log log, params object[] additional) : IWorkflowInstanceExtension
    {
        public string? Name { get; init; }

        public Func<WorkflowInstanceProxy, ValueTask<BookmarkResumptionResult>>? OnSet { get; init; }

        public WorkflowInstanceProxy? Instance { get; private set; }

        public Task<BookmarkResumptionResult>? Early { get; private set; }

        public IEnumerable<object> GetAdditionalExtensions()
        {
            log.Add($"{Name} brings".TrimStart());
            return additional;
        }

        public void SetInstance(WorkflowInstanceProxy instance)
        {
            Instance = instance;
            log.Add($"{Name} set".TrimStart());
            Early = OnSet?.Invoke(instance).AsTask();
        }
    }
}
