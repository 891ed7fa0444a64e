using Workflow.Core.Tests.TestKit;
using Workflow.Foundation;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Foundation;

public sealed class TypeNamesTests
{
    [Theory]
    [InlineData(typeof(Sequence), "Sequence")]
    [InlineData(typeof(Assign<int>), "Assign<Int32>")]
    [InlineData(typeof(Dictionary<string, List<int>>), "Dictionary<String,List<Int32>>")]
    [InlineData(typeof(List<>), "List<T>")]
    [InlineData(typeof(int[]), "Int32[]")]
    [InlineData(typeof(Outer<int>.Inner), "Inner<Int32>")]
    public void Of_AType_ReturnsTheCSharpName(Type type, string expected) => Assert.Equal(expected, TypeNames.Of(type));

    [Fact]
    [Rule("12.6")]
    public void DisplayName_OfSeveralTypeArguments_HasNoSpace()
    {
        Expressions.Not<bool, bool> not = new() { Operand = new InArgument<bool>(_ => true) };
        Assert.Equal("Not<Boolean,Boolean>", not.DisplayName);
        Collector collector = Collector.Of(new ActivityStateQuery { ActivityName = "Not<Boolean,Boolean>", States = { ActivityStates.Closed } });
        Runner.Run(not, Lane.Fast, extensions: collector.AsExtension());
        collector.AssertIs("Not<Boolean,Boolean>#1 Closed");
    }

    [Fact]
    public void DisplayName_ByDefault_IsTheTypesName() => Assert.Equal("ForEach<String>", new ForEach<string>().DisplayName);

    private static class Outer<T>
    {
        public sealed class Inner
        {
            public T? Value { get; set; }
        }
    }
}
