using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Definition;

/// <summary>The ids that a walk over a tree assigns.</summary>
[Rule("12.1")]
public sealed class IdTests
{
    private readonly Log _log = new();

    [Fact]
    public void Id_BeforeTheWalk_IsNull() => Assert.Null(new Step(_log, "step").Id);

    [Fact]
    public void Ids_OfChildren_CountFromTheLastToTheFirstDepthFirst()
    {
        Step a = new(_log, "a"), b1 = new(_log, "b1"), b2 = new(_log, "b2"), c = new(_log, "c");
        Sequence b = new() { Activities = { b1, b2 } };
        Sequence root = new() { Activities = { a, b, c } };
        Definitions.Freeze(root);
        AssertIds((root, "1"), (c, "2"), (b, "3"), (b2, "4"), (b1, "5"), (a, "6"));
    }

    [Fact]
    public void Ids_OfAllGroups_ComeFromTheLastGroupToTheFirst()
    {
        Step child1 = Step("child1"), child2 = Step("child2"), imported = Step("imported"), inner1 = Step("inner1"), inner2 = Step("inner2");
        Step handler1 = Step("handler1"), handler2 = Step("handler2"), importedHandler = Step("importedHandler"), innerHandler = Step("innerHandler");
        Expr<int> argument1 = Value("argument1"), argument2 = Value("argument2"), open1 = Value("open1"), open2 = Value("open2"), hidden = Value("hidden");
        RuntimeArgument one = new("one", typeof(int), ArgumentDirection.In), two = new("two", typeof(int), ArgumentDirection.In);
        Declares root = new("root", metadata =>
        {
            metadata.AddArgument(two);
            metadata.AddArgument(one);
            metadata.Bind(new InArgument<int>(argument1) { EvaluationOrder = 1 }, one);
            metadata.Bind(new InArgument<int>(argument2) { EvaluationOrder = 2 }, two);
            metadata.AddVariable(new Variable<int> { Default = open1 });
            metadata.AddVariable(new Variable<int> { Default = open2 });
            metadata.AddImplementationVariable(new Variable<int> { Default = hidden });
            metadata.AddChild(child1);
            metadata.AddChild(child2);
            metadata.AddImportedChild(imported);
            metadata.AddImplementationChild(inner1);
            metadata.AddImplementationChild(inner2);
            metadata.AddDelegate(new ActivityAction { Handler = handler1 });
            metadata.AddDelegate(new ActivityAction { Handler = handler2 });
            metadata.AddImportedDelegate(new ActivityAction { Handler = importedHandler });
            metadata.AddImplementationDelegate(new ActivityAction { Handler = innerHandler });
        });
        Definitions.Freeze(root);
        AssertIds(
            (root, "1"),
            (innerHandler, "1.1"),
            (importedHandler, "2"),
            (handler2, "3"),
            (handler1, "4"),
            (hidden, "1.2"),
            (open2, "5"),
            (open1, "6"),
            (argument2, "7"),
            (argument1, "8"),
            (inner2, "1.3"),
            (inner1, "1.4"),
            (imported, "9"),
            (child2, "10"),
            (child1, "11"));
    }

    [Fact]
    public void Ids_OfNestedImplementations_AreDotted()
    {
        Step deep = new(_log, "deep"), other = new(_log, "other");
        Composite inner = new("inner", () => deep);
        Sequence middle = new() { Activities = { other, inner } };
        Composite outer = new("outer", () => middle);
        Sequence root = new() { Activities = { outer } };
        Definitions.Freeze(root);
        AssertIds((root, "1"), (outer, "2"), (middle, "2.1"), (inner, "2.2"), (deep, "2.2.1"), (other, "2.3"));
    }

    [Fact]
    public void Ids_OfArguments_AreInTheReverseOfTheirEvaluation()
    {
        Expr<int> first = Value("first"), second = Value("second");
        Probe probe = new(_log, "probe") { Input = new InArgument<int>(second) { EvaluationOrder = 1 }, SecondInput = new InArgument<int>(first) };
        Definitions.Freeze(probe);
        AssertIds((second, "2"), (first, "3"));
    }

    private Step Step(string name) => new(_log, name);

    private Expr<int> Value(string name) => new(_log, name, () => 1);

    private static void AssertIds(params (Activity Activity, string Id)[] expected) =>
        Assert.Equal(
            expected.Select(pair => $"{pair.Activity.DisplayName} {pair.Id}"),
            expected.Select(pair => $"{pair.Activity.DisplayName} {pair.Activity.Id}"));
}
