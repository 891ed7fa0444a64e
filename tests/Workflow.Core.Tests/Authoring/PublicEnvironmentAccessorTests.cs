using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Code activities that look up locations by name in the enclosing scope.</summary>
[Rule("4.8")]
public sealed class PublicEnvironmentAccessorTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Read_OfAVariableByName_GivesItsValue(Lane lane)
    {
        Variable<int> variable = new("total", 7);
        Take take = new(_log, "total");
        Runner.Run(new Sequence { Variables = { variable }, Activities = { take } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
    }

    [Theory, Lanes]
    public void Read_OfADelegateArgument_GivesItsValueInEachRun(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int> { Argument = new DelegateInArgument<int>("item"), Handler = new Take(_log, "item") },
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "2");
    }

    [Theory, Lanes]
    public void Read_OfTheEnclosingActivitysArgument_GivesItsValue(Lane lane)
    {
        Composite composite = new("composite", () => new Take(_log, "Input")) { Input = 9 };
        Runner.Run(composite, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("9");
    }

    [Theory, Lanes]
    public void Write_ToAVariableByName_ReachesIt(Lane lane)
    {
        Variable<int> variable = new("total", 7);
        Sequence root = new() { Variables = { variable }, Activities = { new Double("total"), new Double("total"), new Show<int>(_log, variable) } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("28", "28");
    }

    [Theory, Lanes]
    public void Reference_ToAVariable_IsItsLocation(Lane lane)
    {
        Variable<int> variable = new("total", 7);
        Sequence root = new() { Variables = { variable }, Activities = { new Clear("total"), new Show<int>(_log, variable) } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("0");
    }

    [Fact]
    [Rule("4.14")]
    public void Write_ToAReadOnlyVariable_IsInvalid()
    {
        Variable<int> variable = new("total", 7) { Modifiers = VariableModifiers.ReadOnly };
        Definitions.AssertInvalid(new Sequence { Variables = { variable }, Activities = { new Double("total") } }, "'total'", "read-only");
    }

    [Fact]
    public void Location_OutOfScope_IsNotFound()
    {
        Variable<int> elsewhere = new("elsewhere");
        bool? found = null;
        Look look = new(accessor => found = accessor.TryGetAccessToPublicLocation(elsewhere, ArgumentDirection.In, out _)
            || accessor.TryGetReferenceToPublicLocation(elsewhere, out _));
        Definitions.AssertValid(new Sequence { Activities = { look, new Sequence { Variables = { elsewhere } } } });
        Assert.False(found);
        Definitions.AssertValid(new Look(accessor => found = !accessor.TryGetAccessToPublicLocation(elsewhere, ArgumentDirection.InOut, out _)));
        Assert.True(found);
    }

    [Fact]
    public void Accessors_OfOneActivity_AreEqual()
    {
        CodeActivityPublicEnvironmentAccessor kept = default;
        Look look = new(accessor =>
        {
            kept = accessor;
            Assert.True(accessor == CodeActivityPublicEnvironmentAccessor.Create(accessor.ActivityMetadata));
            Assert.Throws<ArgumentNullException>(() => accessor.TryGetAccessToPublicLocation(null!, ArgumentDirection.In, out _));
            Assert.Throws<ArgumentNullException>(() => accessor.TryGetReferenceToPublicLocation(null!, out _));
        });
        Definitions.AssertValid(look);
        Assert.True(kept != default);
        Assert.Throws<ArgumentException>(() => CodeActivityPublicEnvironmentAccessor.Create(default));
    }

    private static LocationReference Find(CodeActivityMetadata metadata, string name) =>
        metadata.Environment!.TryGetLocationReference(name, out LocationReference? found) ? found! : throw new KeyNotFoundException(name);

    private sealed class Take(Log log, string name) : CodeActivity
    {
        private LocationReference? _place;

        protected override void CacheMetadata(CodeActivityMetadata metadata) => Assert.True(
            CodeActivityPublicEnvironmentAccessor.Create(metadata).TryGetAccessToPublicLocation(Find(metadata, name), ArgumentDirection.In, out _place));

        protected override void Execute(CodeActivityContext context) => log.Add($"{context.GetValue<int>(_place!)}");
    }

    private sealed class Double(string name) : CodeActivity
    {
        private LocationReference? _place;

        protected override void CacheMetadata(CodeActivityMetadata metadata) => Assert.True(
            CodeActivityPublicEnvironmentAccessor.Create(metadata).TryGetAccessToPublicLocation(Find(metadata, name), ArgumentDirection.InOut, out _place));

        protected override void Execute(CodeActivityContext context) => context.SetValue(_place!, context.GetValue<int>(_place!) * 2);
    }

    private sealed class Clear(string name) : CodeActivity
    {
        private LocationReference? _place;

        protected override void CacheMetadata(CodeActivityMetadata metadata) => Assert.True(
            CodeActivityPublicEnvironmentAccessor.Create(metadata).TryGetReferenceToPublicLocation(Find(metadata, name), out _place));

        protected override void Execute(CodeActivityContext context) => context.GetValue<Location<int>>(_place!).Value = 0;
    }

    private sealed class Look(Action<CodeActivityPublicEnvironmentAccessor> look) : CodeActivity
    {
        protected override void CacheMetadata(CodeActivityMetadata metadata) => look(CodeActivityPublicEnvironmentAccessor.Create(metadata));

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
