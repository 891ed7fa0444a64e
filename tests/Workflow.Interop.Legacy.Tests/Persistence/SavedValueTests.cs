extern alias WorkflowCore;
using System.Collections;
using System.Globalization;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Values that are saved with an instance (A.1, A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SavedValueTests : IDisposable
{
    private readonly Host _host;

    public SavedValueTests()
    {
        VirtualTimeProvider clock = new();
        _host = new Host(new InMemoryInstanceStore(clock), clock);
    }

#pragma warning disable RS1024 // 'Equals' is a method of the test and compares no symbols.
    public static TheoryData<int> EqualIndexes => [.. Enumerable.Range(0, Keeping.Equals().Count())];
#pragma warning restore RS1024

    public static TheoryData<int> CollectionIndexes => [.. Enumerable.Range(0, Keeping.Collections().Count())];

    [Theory]
    [MemberData(nameof(EqualIndexes))]
    public void Value_OfEachKind_RoundTrips(int index)
    {
#pragma warning disable RS1024 // 'Equals' is a method of the test and compares no symbols.
        object? value = Keeping.Equals().ElementAt(index);
#pragma warning restore RS1024
        object? loaded = Reload(value);
        Assert.Equal(value, loaded);
        Assert.Equal(value?.GetType(), loaded?.GetType());
        if (value is DateTime time)
        {
            Assert.Equal(time.Kind, ((DateTime)loaded!).Kind);
        }
    }

    [Theory]
    [MemberData(nameof(CollectionIndexes))]
    public void Collection_OfEachKind_RoundTrips(int index)
    {
        IEnumerable value = Keeping.Collections().ElementAt(index);
        IEnumerable loaded = (IEnumerable)Reload(value)!;
        Assert.Equal(value.Cast<object?>(), loaded.Cast<object?>());
        Assert.Equal(value.GetType(), loaded.GetType());
        Assert.NotSame(value, loaded);
        if (value is Dictionary<string, int> dictionary)
        {
            Assert.Equal(dictionary["A"], ((Dictionary<string, int>)loaded)["A"]);
        }
    }

    [Fact]
    public void CollectionExpressions_Reloaded_AreReadOnlyLists()
    {
        IReadOnlyList<int> numbers = [1, 2, 3];
        IEnumerable<Node> nodes = [new Node("one")];
        object[] loaded = (object[])Reload(new object[] { numbers, nodes, numbers })!;
        Assert.Equal([1, 2, 3], (IReadOnlyList<int>)loaded[0]);
        Assert.True(((IList)loaded[0]).IsReadOnly);
        Assert.Equal("one", Assert.Single((IReadOnlyList<Node>)loaded[1]).Text);
        Assert.Same(loaded[0], loaded[2]);
    }

    [Fact]
    public void Objects_Cyclic_KeepIdentity()
    {
        Node first = new("first");
        first.Next = new Node("second") { Next = first };
        Node loaded = (Node)((object[])Reload(new object[] { first, first.Next })!)[0];
        Assert.Equal(("first", "base", "second"), (loaded.Text, loaded.BaseText, loaded.Next!.Text));
        Assert.Same(loaded, loaded.Next.Next);
        Assert.Null(loaded.Cache);
    }

    [Fact]
    public void Objects_InALongChain_NeedNoDeepStack()
    {
        Node? chain = null;
        for (int i = 0; i < 200_000; i++)
        {
            chain = new Node(i.ToString(CultureInfo.InvariantCulture)) { Next = chain };
        }

        int count = 0;
        for (Node? node = (Node?)Reload(chain); node is not null; node = node.Next)
        {
            count++;
        }

        Assert.Equal(200_000, count);
    }

    [Fact]
    [Trait("Paragraph", "A.11")]
    public void Exceptions_Reloaded_KeepDetailsAndTrace()
    {
        BrokenException exception = new("broken", new OddException(5, typeof(int))) { Code = 7 };
        try
        {
            throw exception;
        }
        catch (BrokenException)
        {
            // The exception now has a stack trace.
        }

        object[] loaded = (object[])Reload(new object[] { exception, exception })!;
        BrokenException first = Assert.IsType<BrokenException>(loaded[0]);
        Assert.Same(first, loaded[1]);
        Assert.Equal(("broken", 7), (first.Message, first.Code));
        Assert.Contains(nameof(Exceptions_Reloaded_KeepDetailsAndTrace), first.StackTrace, StringComparison.Ordinal);
        Assert.Equal("odd 5 System.Int32", Assert.IsType<FormatException>(first.InnerException).Message);
    }

    [Fact]
    public void Service_OfRuntime_IsResolvedByLoadingRuntime()
    {
        OrderService service = new();
        _host.Runtime.AddService(service);
        Assert.Same(service, Reload(service));
    }

    [Theory]
    [InlineData("stream", "'keeping' cannot be saved: 'Workflow.Interop.Legacy.Tests.Persistence.Keeping.Field' holds a 'System.IO.MemoryStream'; mark its type as [Serializable], or the field as [NonSerialized].")]
    [InlineData("lambda", "which was added while the workflow runs and is no named method of an activity")]
    [InlineData("pointer", "holds a 'System.IntPtr'")]
    [InlineData("activity", "the activity 'other', which is not part of the workflow")]
    [InlineData("comparer", "a collection with a comparer of its own")]
    [InlineData("matrix", "holds a 'System.Int32[,]'")]
    public void Value_NotSerializable_FailsUnload(string kind, string message)
    {
        int captured = 5;
        Keeping.Next = kind switch
        {
            "stream" => new MemoryStream(),
            "lambda" => (Func<int>)(() => captured),
            "pointer" => (nint)5,
            "activity" => new Reading("other"),
            "comparer" => new HashSet<int>(EqualityComparer<int>.Create((x, y) => x == y, x => x)),
            _ => new int[2, 2],
        };
        WorkflowInstance instance = _host.Start(typeof(Keeping));
        Assert.Contains(message, Assert.Throws<PersistenceException>(instance.Unload).Message, StringComparison.Ordinal);
        Assert.Single(_host.Runtime.GetLoadedWorkflows());
        _host.Send(instance, "wait", null);
        Assert.Same(Keeping.Next, _host.Outputs["Seen"]);
    }

    public void Dispose() => _host.Dispose();

    private object? Reload(object? value)
    {
        Keeping.Next = value;
        WorkflowInstance instance = _host.Start(typeof(Keeping));
        Keeping.Next = null;
        instance.Unload();
        _host.Send(instance, "wait", null);
        Assert.Empty(_host.Failures);
        return _host.Outputs["Seen"];
    }
}
