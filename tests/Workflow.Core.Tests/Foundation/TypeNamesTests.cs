using Workflow.Foundation;
using Workflow.Statements;

namespace Workflow.Core.Tests.Foundation;

public sealed class TypeNamesTests
{
    [Theory]
    [InlineData(typeof(Sequence), "Sequence")]
    [InlineData(typeof(Assign<int>), "Assign<Int32>")]
    [InlineData(typeof(Dictionary<string, List<int>>), "Dictionary<String, List<Int32>>")]
    [InlineData(typeof(List<>), "List<T>")]
    [InlineData(typeof(int[]), "Int32[]")]
    [InlineData(typeof(Outer<int>.Inner), "Inner<Int32>")]
    public void Of_AType_IsTheNameThatPeopleWrite(Type type, string expected) => Assert.Equal(expected, TypeNames.Of(type));

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
