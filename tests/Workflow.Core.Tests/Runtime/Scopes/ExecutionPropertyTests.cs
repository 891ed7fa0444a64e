using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scopes;

/// <summary>Tests which activities find an execution property, and when a property can be added and removed.</summary>
public sealed class ExecutionPropertyTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("9.1")]
    public void Find_ByAdderAndDescendants_ReturnsProperty(Lane lane)
    {
        Probe adder = new(_log, "adder", new Sequence { Activities = { Look("deep") } });
        adder.Body = context =>
        {
            context.Properties.Add("p", 7);
            _log.Add($"adder: {context.Properties.Find("p")}");
            adder.Schedule(context, adder.Children[0]);
        };
        adder.OnChild = (context, _) => _log.Add($"callback: {context.Properties.Find("p")}");
        Runner.Run(new Sequence { Activities = { Look("before"), adder, Look("after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("before: ", "adder executes", "adder: 7", "deep: 7", "adder < Sequence Closed", "callback: 7", "after: ");
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Find_BySiblingBranch_ReturnsNull(Lane lane)
    {
        Probe adder = Adding("p", 7, new Wait(_log, "w"));
        Running running = Runner.Start(new Parallel { Branches = { adder, Look("sibling") } }, lane);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("sibling: ", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Find_PropertyForPublicChildren_IsHiddenInImplementations(Lane lane)
    {
        Activity hidden = Look("in a child's implementation"), own = Look("own implementation"), plain = Look("public");
        Declares adder = new("adder", metadata =>
        {
            metadata.AddChild(plain);
            metadata.AddChild(_composite);
            metadata.AddImplementationChild(own);
        });
        adder.Body = context =>
        {
            context.Properties.Add("p", 7, onlyVisibleToPublicChildren: true);
            _log.Add($"adder: {context.Properties.Find("p")}");
            context.ScheduleActivity(own);
            context.ScheduleActivity(_composite);
            context.ScheduleActivity(plain);
        };
        _implementation = hidden;
        Runner.Run(adder, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("adder: 7", "public: 7", "in a child's implementation: ", "own implementation: ");
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Find_PropertyForAll_IsVisibleInImplementations(Lane lane)
    {
        _implementation = Look("implementation");
        Runner.Run(Adding("p", 7, _composite), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("adder executes", "implementation: 7", "adder < composite Closed");
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Find_InnerPropertyHidden_ReturnsOuter(Lane lane)
    {
        _implementation = Look("implementation");
        Probe inner = new(_log, "inner", _composite, Look("public"));
        inner.Body = context =>
        {
            context.Properties.Add("p", "inner", onlyVisibleToPublicChildren: true);
            inner.Children.ForEach(child => inner.Schedule(context, child));
        };
        Runner.Run(Adding("p", "outer", inner), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["public: inner", "implementation: outer"], _log.Entries.Where(entry => entry.Contains(": ", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void Add_NameOfAncestor_ShadowsUntilEnd(Lane lane)
    {
        Sequence body = new() { Activities = { Look("before"), Adding("p", "inner", Look("inside")), Look("after") } };
        Runner.Run(Adding("p", "outer", body), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["before: outer", "inside: inner", "after: outer"], _log.Entries.Where(entry => entry.Contains(": ", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void Enumerate_ShadowedProperties_YieldsInnermostOnce(Lane lane)
    {
        Probe inner = new(_log, "inner");
        inner.Body = context =>
        {
            Assert.False(context.Properties.IsEmpty);
            context.Properties.Add("p", 2);
            Assert.Equal([new("p", 2), new("q", 3)], context.Properties);
        };
        Probe outer = new(_log, "outer", inner);
        outer.Body = context =>
        {
            Assert.True(context.Properties.IsEmpty);
            Assert.Empty(context.Properties);
            context.Properties.Add("p", 1);
            context.Properties.Add("q", 3);
            outer.Schedule(context, inner);
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void Add_NameOfSameActivity_ThrowsArgument(Lane lane) => Body(lane, context =>
    {
        context.Properties.Add("p", 1);
        Assert.Throws<ArgumentException>(() => context.Properties.Add("p", 2));
        context.Properties.Add("P", 3);
        Assert.Equal(1, context.Properties.Find("p"));
    });

    [Theory, Lanes]
    [Rule("9.2")]
    public void Members_WithoutNameOrProperty_ThrowArgument(Lane lane) => Body(lane, context =>
    {
        Assert.ThrowsAny<ArgumentException>(() => context.Properties.Add(string.Empty, 1));
        Assert.ThrowsAny<ArgumentException>(() => context.Properties.Add(null!, 1));
        Assert.Throws<ArgumentNullException>(() => context.Properties.Add("p", null!));
        Assert.ThrowsAny<ArgumentException>(() => context.Properties.Remove(string.Empty));
        Assert.ThrowsAny<ArgumentException>(() => context.Properties.Find(null!));
        Assert.Throws<ArgumentNullException>(() => new ExecutionProperties(null!));
    });

    [Theory, Lanes]
    [Rule("9.2")]
    public void AddAndRemove_WhileChildrenScheduled_ThrowInvalidOperation(Lane lane)
    {
        Probe root = new(_log, "root", new Step(_log, "child"));
        root.PrivateVariables.Add(_handle);
        root.Body = context =>
        {
            context.Properties.Add("p", 1);
            root.Schedule(context, root.Children[0]);
            Assert.Throws<InvalidOperationException>(() => context.Properties.Add("q", 1));
            Assert.Throws<InvalidOperationException>(() => context.Properties.Add("h", _handle.Get(context)));
            Assert.Throws<InvalidOperationException>(() => context.Properties.Remove("p"));
        };
        root.OnChild = (context, _) =>
        {
            Assert.True(context.Properties.Remove("p"));
            context.Properties.Add("q", 1);
            _log.Add("changed");
        };
        Runner.Run(root, lane, extensions: new HandleObserver(new Log()).AsExtension()).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "child", "root < child Closed", "changed");
    }

    /// <summary>An aborted or faulted child no longer counts as a child, although its completion is still queued.</summary>
    [Theory, Lanes]
    [Rule("9.2")]
    [Rule("6.2")]
    public void AddAndRemove_AfterOnlyChildAborted_Succeed(Lane lane)
    {
        Probe root = new(_log, "root", new Wait(_log, "w"));
        root.Body = context =>
        {
            context.AbortChildInstance(root.Schedule(context, root.Children[0]));
            context.Properties.Add("p", new object());
            _log.Add($"{context.GetChildren().Count} children, removed {context.Properties.Remove("p")}");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "0 children, removed True", "root < w Faulted");
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void Remove_UnknownOrAncestorsName_ReturnsFalse(Lane lane)
    {
        Probe inner = new(_log, "inner");
        inner.Body = context =>
        {
            Assert.False(context.Properties.Remove("p"));
            Assert.False(context.Properties.Remove("unknown"));
            context.Properties.Add("p", 2);
            Assert.True(context.Properties.Remove("p"));
            Assert.False(context.Properties.Remove("p"));
            Assert.Equal(1, context.Properties.Find("p"));
        };
        Runner.Run(Adding("p", 1, inner), lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void AddAndRemove_ByCodeActivity_ThrowInvalidOperation(Lane lane)
    {
        Step step = new(_log, "step", context =>
        {
            Assert.Throws<InvalidOperationException>(() => new ExecutionProperties(context).Add("q", 1));
            Assert.Throws<InvalidOperationException>(() => new ExecutionProperties(context).Remove("p"));
            _log.Add("refused");
        });
        Runner.Run(Adding("p", 1, step), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("refused", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void Members_AfterMethodReturned_ThrowObjectDisposed(Lane lane)
    {
        ExecutionProperties? kept = null;
        Body(lane, context => kept = context.Properties);
        Assert.Throws<ObjectDisposedException>(() => kept!.IsEmpty);
        Assert.Throws<ObjectDisposedException>(() => kept!.Find("p"));
        Assert.Throws<ObjectDisposedException>(() => kept!.Add("p", 1));
        Assert.Throws<ObjectDisposedException>(() => kept!.Remove("p"));
        Assert.Throws<ObjectDisposedException>(() => kept!.GetEnumerator());
    }

    [Theory, Lanes]
    [Rule("9.1")]
    public void Properties_OfEarlierRun_AreGone(Lane lane)
    {
        Sequence workflow = new() { Activities = { Look("before"), Adding("p", 7, Look("inside")) } };
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.Clear();
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["before: ", "inside: 7"], _log.Entries.Where(entry => entry.Contains(": ", StringComparison.Ordinal)));
    }

    private readonly Variable<TestHandle> _handle = new("handle");
    private readonly Composite _composite;
    private Activity? _implementation;

    public ExecutionPropertyTests() => _composite = new Composite("composite", () => _implementation);

    /// <summary>Logs the value of the property "p".</summary>
    private Step Look(string name) => new(new Log(), name, context => _log.Add($"{name}: {new ExecutionProperties(context).Find("p")}"));

    /// <summary>Adds a property and runs one child.</summary>
    private Probe Adding(string name, object value, Activity child)
    {
        Probe adder = new(_log, "adder", child);
        adder.Body = context =>
        {
            context.Properties.Add(name, value);
            adder.Schedule(context, child);
        };
        return adder;
    }

    private void Body(Lane lane, Action<NativeActivityContext> body) =>
        Runner.Run(new Probe(_log, "body") { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
}
