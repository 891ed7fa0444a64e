using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Values of the host that a definition references by name.</summary>
[Rule("4.8")]
public sealed class SymbolResolverTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Symbol_OfTheResolver_IsReadInTheRun(Lane lane)
    {
        SymbolResolver symbols = new() { { "number", 5 } };
        Symbolic root = new(_log, "number");
        WorkflowInspectionServices.CacheMetadata(root, symbols.AsLocationReferenceEnvironment());
        Runner.Run(root, lane, extensions: Holding(symbols)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5");
    }

    [Theory, Lanes]
    public void Symbol_WithAnotherResolverInTheRun_HasItsValue(Lane lane)
    {
        Symbolic root = new(_log, "number");
        WorkflowInspectionServices.CacheMetadata(root, new SymbolResolver { { "number", typeof(int) } }.AsLocationReferenceEnvironment());
        Runner.Run(root, lane, extensions: Holding(new SymbolResolver { { "number", 1 } })).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane, extensions: Holding(new SymbolResolver { { "number", 2 } })).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "2");
    }

    [Theory, Lanes]
    public void Symbol_IsWritten(Lane lane)
    {
        SymbolResolver symbols = new() { { "number", 5 } };
        Symbolic root = new(_log, "number") { Written = 9 };
        WorkflowInspectionServices.CacheMetadata(root, symbols.AsLocationReferenceEnvironment());
        Runner.Run(root, lane, extensions: Holding(symbols)).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(9, symbols["number"]);
    }

    [Theory, Lanes]
    public void Symbol_InImplementationsAndHandlers_IsVisible(Lane lane)
    {
        SymbolResolver symbols = new() { { "number", 5 } };
        Sequence root = new()
        {
            Variables = { new Variable<int>("variable") },
            Activities =
            {
                new Composite("composite", () => new Symbolic(_log, "number")),
                new ForEach<int>
                {
                    Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }),
                    Body = new ActivityAction<int> { Handler = new Symbolic(_log, "number") }
                },
            },
        };
        WorkflowInspectionServices.CacheMetadata(root, symbols.AsLocationReferenceEnvironment());
        Runner.Run(root, lane, extensions: Holding(symbols)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "5");
    }

    [Theory, Lanes]
    public void Symbol_WithoutItsResolverOrValue_Faults(Lane lane)
    {
        Symbolic root = new(_log, "number");
        WorkflowInspectionServices.CacheMetadata(root, new SymbolResolver { { "number", 5 } }.AsLocationReferenceEnvironment());
        Assert.Contains("'number'", Assert.IsType<InvalidOperationException>(Runner.Run(root, lane).Reason).Message, StringComparison.Ordinal);
        Assert.IsType<InvalidOperationException>(Runner.Run(root, lane, extensions: Holding([])).Reason);
        Assert.IsType<InvalidOperationException>(Runner.Run(root, lane, extensions: Holding(new SymbolResolver { { "number", "text" } })).Reason);
    }

    [Fact]
    public void Symbol_UnknownToTheHost_IsAnError()
    {
        Assert.Single(ActivityValidationServices.Validate(new Symbolic(_log, "number")).Errors);
        ValidationSettings settings = new() { Environment = new SymbolResolver { { "number", 1 } }.AsLocationReferenceEnvironment() };
        Assert.Empty(ActivityValidationServices.Validate(new Symbolic(_log, "number"), settings).Errors);
        Assert.Single(ActivityValidationServices.Validate(new Symbolic(_log, "other"), settings).Errors);
    }

    [Fact]
    public void Invoke_WithAResolver_MakesItsSymbolsVisible()
    {
        WorkflowInvoker invoker = new(new Symbolic(_log, "number"));
        invoker.Extensions.Add(new SymbolResolver { { "number", 5 } });
        invoker.Invoke();
        invoker.Invoke();
        _log.AssertIs("5", "5");
    }

    [Fact]
    public async Task InvokeAsync_WithAResolver_MakesItsSymbolsVisible()
    {
        WorkflowInvoker other = new(new Symbolic(_log, "number"));
        other.Extensions.Add(new SymbolResolver { { "number", 6 } });
        await other.InvokeAsync().WaitAsync(HangGuard.Limit);
        _log.AssertIs("6");
    }

    [Fact]
    public void Symbols_AreInTheDataContext()
    {
        SymbolResolver symbols = new() { { "number", 5 }, { "hidden", 1 } };
        Variable<int> hidden = new("hidden", 7);
        Step step = new(_log, "step", context =>
        {
            using WorkflowDataContext data = context.DataContext;
            Assert.Equal(["hidden", "number"], data.GetProperties().Cast<System.ComponentModel.PropertyDescriptor>().Select(property => property.Name));
            Assert.Equal((7, 5), (data.GetProperties()["hidden"]!.GetValue(data), data.GetProperties()["number"]!.GetValue(data)));
            data.GetProperties()["number"]!.SetValue(data, 6);
        });
        WorkflowInvoker invoker = new(new Sequence { Variables = { hidden }, Activities = { step } });
        invoker.Extensions.Add(symbols);
        invoker.Invoke();
        Assert.Equal((6, 1), (symbols["number"], symbols["hidden"]));
    }

    [Fact]
    public void Environment_FollowsTheResolver()
    {
        SymbolResolver symbols = [];
        LocationReferenceEnvironment environment = symbols.AsLocationReferenceEnvironment();
        Assert.False(environment.TryGetLocationReference("number", out _));
        symbols.Add("number", 1);
        Assert.True(environment.TryGetLocationReference("number", out LocationReference? reference));
        Assert.Equal(("number", typeof(int)), (reference!.Name, reference.Type));
        Assert.True(environment.IsVisible(reference));
        Assert.Same(reference, Assert.Single(environment.GetLocationReferences()));
        Assert.Null(environment.Root);
        Assert.Null(environment.Parent);
        Assert.False(environment.IsVisible(new Variable<int>("number")));
        symbols.Clear();
        Assert.False(environment.IsVisible(reference));
    }

    [Fact]
    public void Resolver_IsADictionary()
    {
        SymbolResolver symbols = new() { { "typed", typeof(int) }, { "null", null, typeof(string) }, new KeyValuePair<string, object?>("pair", 'p') };
        symbols["new"] = 1;
        symbols["new"] = "replaced";
        symbols["pair"] = 'q';
        Assert.Equal((4, false), (symbols.Count, symbols.IsReadOnly));
        Assert.Equal(["typed", "null", "pair", "new"], symbols.Keys);
        Assert.Equal([0, null, 'q', "replaced"], symbols.Values);
        Assert.Equal(symbols.Keys.Zip(symbols.Values), symbols.Select(pair => (pair.Key, pair.Value)));
        Assert.True(symbols.ContainsKey("typed") && symbols.Contains(new("typed", 0)) && !symbols.Contains(new("typed", 1)));
        Assert.True(symbols.TryGetValue("null", out object? value) && value is null);
        Assert.False(symbols.TryGetValue("none", out _));
        KeyValuePair<string, object?>[] copy = new KeyValuePair<string, object?>[5];
        symbols.CopyTo(copy, 1);
        Assert.Equal("typed", copy[1].Key);
        Assert.False(symbols.Remove(new KeyValuePair<string, object?>("new", 1)));
        Assert.True(symbols.Remove(new KeyValuePair<string, object?>("new", "replaced")) && symbols.Remove("pair"));
        Assert.Throws<KeyNotFoundException>(() => symbols["pair"]);
        Assert.Throws<ArgumentException>(() => symbols.Add("typed", 1));
        Assert.Throws<ArgumentException>(() => symbols.Add("wrong", "text", typeof(int)));
        Assert.Throws<ArgumentException>(() => symbols.Add("wrong", null, typeof(int)));
        Assert.Throws<ArgumentException>(() => symbols.Add(string.Empty, 1));
        Assert.Throws<ArgumentNullException>(() => symbols.Add("wrong", (Type)null!));
    }

    [Theory, Lanes]
    public void Symbol_WrittenWithAnotherType_Faults(Lane lane)
    {
        SymbolResolver symbols = new() { { "number", 5 } };
        Step step = new(
            _log,
            "step",
            context => Assert.Throws<InvalidCastException>(() => context.DataContext.GetProperties()["number"]!.SetValue(null, "text")));
        WorkflowInspectionServices.CacheMetadata(step, symbols.AsLocationReferenceEnvironment());
        Runner.Run(step, lane, extensions: Holding(symbols)).AssertCompleted(ActivityInstanceState.Closed);
    }

    private static WorkflowInstanceExtensionManager Holding(SymbolResolver symbols)
    {
        WorkflowInstanceExtensionManager manager = new();
        manager.Add(symbols);
        return manager;
    }

    /// <summary>Finds a symbol in <c>CacheMetadata</c>, reads it when it runs, and writes it if <see cref="Written"/> is set.</summary>
    private sealed class Symbolic(Log log, string name) : CodeActivity
    {
        private LocationReference? _symbol;

        public int? Written { get; init; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            if (!metadata.Environment.TryGetLocationReference(name, out _symbol) || !metadata.Environment.IsVisible(_symbol!))
            {
                metadata.AddValidationError($"There is no '{name}'.");
            }
        }

        protected override void Execute(CodeActivityContext context)
        {
            log.Add($"{context.GetValue<int>(_symbol!)}");
            if (Written is { } value)
            {
                context.SetValue(_symbol!, value);
            }
        }
    }
}
