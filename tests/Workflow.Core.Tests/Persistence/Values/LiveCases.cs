using System.Collections.Concurrent;
using System.ComponentModel;
using System.Data;
using System.Dynamic;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Timers;
using Workflow.Persistence;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Objects that are bound to one process, and other .NET types that cannot be saved.</summary>
internal static class LiveCases
{
    private const string Elsewhere = "another process", Advice = "JsonConverter";

    public static IEnumerable<ValueCase> All() =>
    [
        Refused<Action>("Action", () => () => { }, Elsewhere),
        Refused<Func<int>>("Func", () => () => 1, Elsewhere),
        Refused<Delegate>("Delegate", () => new EventHandler((_, _) => { }), Elsewhere),
        Refused<object>("delegate as object", () => new Action(() => { }), Elsewhere),
        Refused("Type", () => typeof(string), Elsewhere),
        Refused<object>("Type as object", () => typeof(string), Elsewhere),
        Refused<MemberInfo>("MemberInfo", () => typeof(string).GetMethod(nameof(string.Clone))!, Elsewhere),
        Refused("Assembly", () => typeof(string).Assembly, Elsewhere),
        Refused("Module", () => typeof(string).Module, Elsewhere),
        Refused("RuntimeTypeHandle", () => typeof(string).TypeHandle, Elsewhere),
        Refused("Task", () => Task.CompletedTask, Elsewhere),
        Refused("Task of", () => Task.FromResult(1), Elsewhere),
        Refused("ValueTask", () => ValueTask.CompletedTask, Elsewhere),
        Refused("ValueTask of", () => ValueTask.FromResult(1), Advice),
        Refused("TaskCompletionSource", () => new TaskCompletionSource<int>(), Advice),
        Refused("Thread", () => Thread.CurrentThread, Elsewhere),
        Refused("ThreadLocal", () => new ThreadLocal<int>(), Advice),
        Refused("AsyncLocal", () => new AsyncLocal<int>(), Advice),
        Refused("CancellationTokenSource", () => new CancellationTokenSource(), Elsewhere),
        Refused("CancellationToken", () => CancellationToken.None, Elsewhere),
        Refused("SemaphoreSlim", () => new SemaphoreSlim(1), Advice),
        Refused<WaitHandle>("WaitHandle", () => new ManualResetEvent(false), Elsewhere),
        Refused("Mutex", () => new Mutex(), Elsewhere),
        Refused("Timer", () => new System.Threading.Timer(_ => { }), Elsewhere),
        Refused("timer component", () => new System.Timers.Timer(), Elsewhere),
        Exact("Lock", () => new Lock(), value => value.IsHeldByCurrentThread),
        Refused<Stream>("Stream", () => new MemoryStream(), Elsewhere),
        Refused("MemoryStream", () => new MemoryStream([1]), Elsewhere),
        Refused<TextReader>("TextReader", () => new StringReader("a"), Elsewhere),
        Refused<TextWriter>("TextWriter", () => new StringWriter(), Elsewhere),
        Refused("WeakReference", () => new WeakReference(new object()), Advice),
        Refused("WeakReference of", () => new WeakReference<object>(new object()), Advice),
        Refused("ConditionalWeakTable", () => new ConditionalWeakTable<object, object>(), Advice),
        Refused<Expression>("Expression", () => Expression.Constant(1), "save"),
        Refused("ExpandoObject", () => new ExpandoObject(), Advice),
        Refused("DataTable", () => new DataTable("t"), "save"),
        Refused("DataSet", () => new DataSet(), "save"),
        Refused("Random", () => new Random(1), Advice),
        Refused("EventArgs", () => new PropertyChangedEventArgs("a"), Advice),
        Refused("HttpClient", () => new HttpClient(), Advice),
        Refused("BlockingCollection", () => new BlockingCollection<int>(), Advice),
        Refused("iterator", () => Enumerable.Range(1, 3).Where(number => number > 1), "save"),
        Refused("enumerator", () => new List<int> { 1 }.GetEnumerator(), "save"),
        Refused<IEnumerable<int>>("author's iterator", Numbers, "ToList()"),
        Refused("grouping", () => new[] { 1, 2 }.GroupBy(number => number % 2).First(), "save"),
        Refused("lookup", () => new[] { 1, 2 }.ToLookup(number => number % 2), "save"),
        Refused("lazy without value", () => new Lazy<int>(() => 5), "read its value before the save"),
        Exact("lazy with value", Asked, value => (value.IsValueCreated, value.Value)),
        Refused<IProgress<int>>("Progress", () => new Progress<int>(), "save"),
        Refused("class with a delegate", () => new Holder { Callback = () => { } }, "[JsonIgnore]"),
        Exact("class without its delegate", () => new Holder { Number = 4 }, value => (value.Number, value.Callback)),
        Refused("class with an event", Observed, "[JsonIgnore]"),
        Refused("class with a stream", () => new Holder { Anything = new MemoryStream() }, "[JsonIgnore]"),
        Refused("class with a type", () => new Holder { Anything = typeof(int) }, "[JsonIgnore]"),
        Refused("class with a pointer", () => new Pointed(), "[JsonIgnore]"),
        Refused("class with a fixed buffer", () => new Buffered(), "array"),
        Refused("inline array", () => new Inline(), "array"),
        Refused("derived from a framework class", () => new OwnArgs(), "save the values that it was created from"),
        Refused<Location<int>>("own location", () => new OwnPlace(), "in scope"),
    ];

    private static IEnumerable<int> Numbers()
    {
        yield return 1;
    }

    private static Lazy<int> Asked()
    {
        Lazy<int> lazy = new(() => 5);
        _ = lazy.Value;
        return lazy;
    }

    private static Holder Observed()
    {
        Holder holder = new();
        holder.Changed += (_, _) => { };
        return holder;
    }

    private sealed class Holder
    {
        public event EventHandler? Changed;

        public int Number { get; set; }

        public Action? Callback { get; set; }

        public object? Anything { get; set; }

        public void Change() => Changed?.Invoke(this, EventArgs.Empty);
    }

    private sealed unsafe class Pointed
    {
        public int* Somewhere = null;
    }

    private unsafe struct Buffered
    {
        public fixed int Numbers[4];
    }

    [InlineArray(4)]
    private struct Inline
    {
        public int First;
    }

    private sealed class OwnArgs() : PropertyChangedEventArgs("a");

    private sealed class OwnPlace : Location<int>;
}
