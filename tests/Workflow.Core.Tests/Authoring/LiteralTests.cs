using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Constants as expressions.</summary>
[Rule("20.4.1")]
public sealed class LiteralTests
{
    [Fact]
    public void Literal_OfAValueTypeOrAString_IsValid()
    {
        Assert.Equal(5, WorkflowInvoker.Invoke(new Literal<int>(5)));
        Assert.Equal(TimeSpan.FromSeconds(1), WorkflowInvoker.Invoke(new Literal<TimeSpan>(TimeSpan.FromSeconds(1))));
        Assert.Equal("text", WorkflowInvoker.Invoke(new Literal<string>("text")));
        Assert.Null(WorkflowInvoker.Invoke(new Literal<int?>(null)));
        Assert.Equal(0, WorkflowInvoker.Invoke(new Literal<int>()));
    }

    [Fact]
    public void Literal_OfNull_IsValidForAnyType() => Assert.Null(WorkflowInvoker.Invoke(new Literal<List<int>?>(null)));

    [Fact]
    public void Literal_OfAnObject_IsAnError()
    {
        Definitions.AssertInvalid(new Literal<List<int>>([]), "List");
        Definitions.AssertInvalid(new Literal<object>("even a string"), "Object");
        Definitions.AssertInvalid(new Show<List<int>>(new Log(), new List<int>()), "Show<List<Int32>>", "List");
    }

    [Fact]
    public void Literal_AsText_IsItsValue()
    {
        Assert.Equal("5", new Literal<int>(5).ToString());
        Assert.Equal("null", new Literal<string?>(null).ToString());
        Assert.Equal(5, ((ILiteral)new Literal<int>(5)).Value);
    }

    [Fact]
    public void ConvertedValues_AreLiterals()
    {
        Activity<int> fromValue = 5;
        InArgument<int> argument = 6;
        Assert.Equal(5, Assert.IsType<Literal<int>>(fromValue).Value);
        Assert.Equal(6, Assert.IsType<Literal<int>>(argument.Expression).Value);
    }
}
