using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Authoring;

/// <summary>The cases of <see cref="BaseMetadataTests"/> for the kinds of activities that declare less than a native activity.</summary>
[Rule("12.7")]
public sealed class BaseMetadataKindTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Code_BaseLast_ReplacesEarlierAdditions(Lane lane)
    {
        Runner.Run(new Code(_log) { Value = 7 }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
    }

    [Theory, Lanes]
    public void CodeOfT_BaseLast_ReplacesEarlierAdditions(Lane lane) => Assert.Equal(7, Runner.Run(new CodeFunction { Value = 7 }, lane).Outputs["Result"]);

    [Theory, Lanes]
    public void AsyncCode_BaseLast_ReplacesEarlierAdditions(Lane lane)
    {
        Runner.Run(new AsyncCode(_log) { Value = 7 }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
    }

    [Theory, Lanes]
    public void AsyncCodeOfT_BaseLast_ReplacesEarlierAdditions(Lane lane) =>
        Assert.Equal(7, Runner.Run(new AsyncFunction { Value = 7 }, lane).Outputs["Result"]);

    [Theory, Lanes]
    public void Composite_BaseLast_ReplacesEarlierAdditions(Lane lane)
    {
        Made made = new(_log) { Value = 7, Body = new Step(_log, "body"), Action = new ActivityAction { Handler = new Step(_log, "handler") } };
        Definitions.Freeze(made);
        Assert.Equal((ChildRelation.ImportedChild, ChildRelation.ImportedHandler), (made.Body.Relation, made.Action.Handler!.Relation));
        Runner.Run(made, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
    }

    [Theory, Lanes]
    public void CompositeOfT_BaseLast_ReplacesEarlierAdditions(Lane lane) =>
        Assert.Equal(7, Runner.Run(new MadeFunction { Value = 7, Variable = new Variable<int>("variable") }, lane).Outputs["Result"]);

    [Fact]
    public void Code_BaseLast_KeepsExtensionsAndErrors()
    {
        Assert.NotNull(Definitions.Freeze(new Extended()).ExtensionProviders[typeof(Log)]);
        Definitions.AssertInvalid(new Extended { Problem = "added before" }, "added before");
    }

    private static RuntimeArgument Bound(string name, Argument? bound, Action<Argument?, RuntimeArgument> bind)
    {
        RuntimeArgument declared = new(name, typeof(int), ArgumentDirection.In);
        bind(bound, declared);
        return declared;
    }

    private sealed class Code(Log log) : CodeActivity
    {
        public InArgument<int>? Value { get; set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            base.CacheMetadata(metadata);
        }

        protected override void Execute(CodeActivityContext context) => log.Add($"{Value!.Get(context)}");
    }

    private sealed class CodeFunction : CodeActivity<int>
    {
        public InArgument<int>? Value { get; set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            base.CacheMetadata(metadata);
        }

        protected override int Execute(CodeActivityContext context) => Value!.Get(context);
    }

    private sealed class AsyncCode(Log log) : AsyncCodeActivity
    {
        public InArgument<int>? Value { get; set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            base.CacheMetadata(metadata);
        }

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            log.Add($"{Value!.Get(context)}");
            return Task.CompletedTask;
        }
    }

    private sealed class AsyncFunction : AsyncCodeActivity<int>
    {
        public InArgument<int>? Value { get; set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            base.CacheMetadata(metadata);
        }

        protected override Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            Task.FromResult(Value!.Get(context));
    }

    private sealed class Made : Activity
    {
        public Made(Log log) => Implementation = () => new Show<int>(log, new Expressions.ArgumentValue<int>("Value"));

        public InArgument<int>? Value { get; set; }

        public required Activity Body { get; init; }

        public Variable<int> Variable { get; } = new("variable");

        public required ActivityAction Action { get; init; }

        protected override void CacheMetadata(ActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            metadata.AddImportedChild(Body);
            metadata.AddVariable(Variable);
            metadata.AddImportedDelegate(Action);
            base.CacheMetadata(metadata);
        }
    }

    private sealed class MadeFunction : Activity<int>
    {
        public MadeFunction() => Implementation = () => new Assign<int>
        {
            To = new OutArgument<int>(new Expressions.ArgumentReference<int>("Result")),
            Value = new InArgument<int>(new Expressions.ArgumentValue<int>("Value")),
        };

        public InArgument<int>? Value { get; set; }

        public Variable<int>? Variable { get; set; }

        protected override void CacheMetadata(ActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            metadata.AddVariable(Variable);
            base.CacheMetadata(metadata);
        }
    }

    private sealed class Extended : CodeActivity
    {
        public string? Problem { get; init; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddDefaultExtensionProvider(() => new Log());
            if (Problem is not null)
            {
                metadata.AddValidationError(new ValidationError(Problem));
            }

            base.CacheMetadata(metadata);
        }

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
