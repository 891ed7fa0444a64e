using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>The texts of definitions and locations in logs and debuggers.</summary>
public sealed class ToStringTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("12.1")]
    public void Activity_IsItsIdAndItsDisplayName()
    {
        Step step = new(_log, "step");
        Assert.Equal(": step", step.ToString());
        Composite composite = new("composite", () => step);
        Sequence root = new() { Activities = { composite } };
        Definitions.Freeze(root);
        Assert.Equal(["1: Sequence", "2: composite", "2.1: step"], new Activity[] { root, composite, step }.Select(activity => activity.ToString()));
    }

    [Fact]
    public void LocationExpressions_AreTheirNames()
    {
        Variable<int> named = new("named"), unnamed = new();
        Assert.Equal("named", new VariableValue<int>(named).ToString());
        Assert.Equal("named", new VariableReference<int>(named).ToString());
        Assert.Equal("argument", new ArgumentValue<int>("argument").ToString());
        Assert.Equal("argument", new ArgumentReference<int>("argument").ToString());
        foreach (Activity expression in new Activity[]
                 {
                     new VariableValue<int>(unnamed), new VariableReference<int>(unnamed), new VariableValue<int>(), new VariableReference<int>(),
                     new ArgumentValue<int>(), new ArgumentReference<int>(string.Empty),
                 })
        {
            Assert.Equal($": {expression.DisplayName}", expression.ToString());
        }
    }

    [Fact]
    public void Location_IsItsValue()
    {
        Assert.Equal("5", new Location<int> { Value = 5 }.ToString());
        Assert.Equal("text", new Location<string> { Value = "text" }.ToString());
        Assert.Equal("<null>", new Location<string>().ToString());
        Assert.Equal("<null>", new Location<int?>().ToString());
        Assert.Equal("own", new Own().ToString());
    }

    private sealed class Own : Location<string>
    {
        public override string Value
        {
            get => "own";
            set => throw new NotSupportedException();
        }
    }
}
