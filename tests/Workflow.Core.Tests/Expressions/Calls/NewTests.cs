using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class NewTests : FallibleExpressionTests<string>
{
    protected override string Expected => "aaa";

    protected override Type Failure => typeof(ArgumentOutOfRangeException);

    protected override Activity<string> Sample() => Of<string>(Evaluate.In('a'), Evaluate.In(3));

    protected override Activity<string> Failing() => Of<string>(Evaluate.In('a'), Evaluate.In(-1));

    [Fact]
    [Rule("20")]
    public void Object_ByItsArguments_FindsTheConstructor()
    {
        Assert.Equal("none", Evaluate.Value(Of<Made>()).How);
        Assert.Equal("int", Evaluate.Value(Of<Made>(Evaluate.In(1))).How);
        Assert.Equal("int", Evaluate.Value(Of<Made>(Evaluate.In((short)1))).How);
        Assert.Equal("object", Evaluate.Value(Of<Made>(Evaluate.In(1.5))).How);
        Assert.Equal("string object[2]", Evaluate.Value(Of<Made>(Evaluate.In("x"), Evaluate.In(1), Evaluate.In("y"))).How);
        Assert.Equal(
            new Guid(0x01020304, 5, 6, [1, 2, 3, 4, 5, 6, 7, 8]),
            Evaluate.Value(
                Of<Guid>(
                    Evaluate.In(0x01020304),
                    Evaluate.In((short)5),
                    Evaluate.In((short)6),
                    new InArgument<byte[]>(_ => new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 }))));
    }

    [Fact]
    [Rule("20")]
    public void ValueType_WithoutArguments_IsTheDefault()
    {
        Assert.Equal(0, Evaluate.Value(Of<int>()));
        Assert.Equal(TimeSpan.Zero, Evaluate.Value(Of<TimeSpan>()));
        Assert.Equal(3, Evaluate.Value(Of<Three>()).Value);
        Assert.Equal(new TimeSpan(1, 2, 3), Evaluate.Value(Of<TimeSpan>(Evaluate.In(1), Evaluate.In(2), Evaluate.In(3))));
        Assert.Null(Evaluate.Value(Of<int?>()));
        Assert.Equal(5, Evaluate.Value(Of<int?>(Evaluate.In(5))));
    }

    [Fact]
    [Rule("1.8")]
    public void Object_InEachRun_IsNew()
    {
        New<object> activity = Of<object>();
        Assert.NotSame(Evaluate.Value(activity), Evaluate.Value(activity));
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Parameters_OutAndRef_AreWrittenBack(Lane lane)
    {
        Variable<int> counter = new("counter", 4);
        Variable<string> text = new("text");
        Sequence root = new()
        {
            Variables = { counter, text },
            Activities =
            {
                Of<Made>(new InOutArgument<int>(counter), new OutArgument<string>(text)),
                new Note(Log, context => $"{counter.Get(context)} {text.Get(context)}"),
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("5 was 4");
    }

    [Fact]
    [Rule("5.1")]
    public void Constructor_Throws_FaultsWithTheSameException() => Evaluate.Fault<FormatException>(Of<Made>(Evaluate.In(new FormatException("boom"))));

    [Fact]
    [Rule("12.4")]
    public void Constructor_Missing_IsInvalid()
    {
        Definitions.AssertInvalid(Of<Made>(Evaluate.In(1), Evaluate.In(2)), "No public constructor", "In Int32, In Int32", "'Made(Int32)'");
        Definitions.AssertInvalid(Of<Made>(new OutArgument<int>()), "No public constructor");
        Definitions.AssertInvalid(Of<int>(Evaluate.In(1)), "'System.Int32'");
        Definitions.AssertInvalid(Of<Made>(Evaluate.In<Both>(new())), "equally well");
        Definitions.AssertInvalid(Of<Stream>(), "no constructor to call");
        Definitions.AssertInvalid(Of<IDisposable>(), "no constructor to call");
        Definitions.AssertInvalid(Of<int[]>(Evaluate.In(1)), "NewArray");
        Invalid.AssertBelowARoot(Of<Made>(new InArgument<int>()), "'Argument0'");
    }

    private static New<T> Of<T>(params Argument[] arguments)
    {
        New<T> activity = new();
        Array.ForEach(arguments, activity.Arguments.Add);
        return activity;
    }

    private interface ILeft;

    private interface IRight;

    private sealed class Both : ILeft, IRight;

    private sealed class Made
    {
        public Made() => How = "none";

        public Made(int value) => How = "int";

        public Made(object value) => How = "object";

        public Made(FormatException thrown) => throw thrown;

        public Made(ILeft left) => How = "left";

        public Made(IRight right) => How = "right";

        public Made(string first, params object[] rest) => How = $"string object[{rest.Length}]";

        public Made(ref int counter, out string text)
        {
            How = "ref out";
            text = $"was {counter++}";
        }

        public string How { get; }
    }

    private readonly struct Three
    {
        public Three() => Value = 3;

        public int Value { get; }
    }
}
