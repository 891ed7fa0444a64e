using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>A load restores all saved parts of an exception, and a save writes nothing that a load refuses.</summary>
[Rule("7.5.4")]
public sealed class SavedExceptionTests
{
    private readonly Log _log = new();

    [Fact]
    public void Save_CustomAggregate_KeepsInnerExceptions()
    {
        Errors back = RoundTrip(new Errors("all", new TimeoutException("one"), new InvalidOperationException("two", new TimeoutException("three"))));
        Assert.Equal(["one", "two"], back.InnerExceptions.Select(inner => inner.Message));
        Assert.Same(back.InnerExceptions[0], back.InnerException);
        Assert.Equal("three", back.InnerExceptions[1].InnerException!.Message);
    }

    [Fact]
    public void Save_SharedException_KeepsIdentity()
    {
        TimeoutException shared = new("shared");
        Errors back = RoundTrip(new Errors("all", shared, new InvalidOperationException("outer", shared)));
        Assert.Same(back.InnerExceptions[0], back.InnerExceptions[1].InnerException);
    }

    [Fact]
    public void Save_HidingProperty_CanBeLoaded() => Assert.Equal("text", RoundTrip(new Hiding { Tag = "text" }).Tag);

    [Fact]
    [Rule("7.6.1")]
    public void Save_UnpairedSurrogate_IsRefused()
    {
        Assert.Contains(
            "'held'",
            Assert.Throws<SnapshotException>(() => RoundTrip(new InvalidOperationException("half \uD800"), isStrict: true)).Message,
            StringComparison.Ordinal);
        Assert.Throws<SnapshotException>(() => RoundTrip(new Hiding { Data = { ["\uD800"] = 1, ["\uD801"] = 2 } }, isStrict: true));
        Probe root = new(_log, "root");
        root.Body = context => context.CreateBookmark("half \uD800", root.Resumed);
        Assert.Throws<SnapshotException>(() => new Reloading(root, Lane.Fast).Start().Save());
    }

    private T RoundTrip<T>(T value, bool isStrict = false)
        where T : Exception
    {
        Variable<T> held = new("held");
        Probe root = new(_log, "root") { PrivateVariables = { held } };
        root.Body = context =>
        {
            held.Set(context, value);
            context.CreateBookmark("go", root.Resumed);
        };
        T? back = null;
        root.OnResume = (context, _, _) => back = held.Get(context);
        TypeRegistry types = new TypeRegistry().Add<Errors>("errors").Add<Hiding>("hiding");
        Reloading running = new Reloading(root, Lane.Fast, types) { RequiresExactExceptions = isStrict }.Start().Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return Assert.IsType<T>(back);
    }

    private sealed class Errors : AggregateException
    {
        public Errors(string message, Exception innerException)
            : base(message, innerException)
        {
        }

        public Errors(string message, params Exception[] inner)
            : base(message, inner)
        {
        }
    }

    private class Hidden : Exception
    {
        public object? Tag { get; set; }
    }

    private sealed class Hiding : Hidden
    {
        public new string? Tag { get; set; }
    }
}
