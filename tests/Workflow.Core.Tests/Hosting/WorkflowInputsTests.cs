namespace Workflow.Core.Tests.Hosting;

/// <summary>Inputs that are created from the properties of an object.</summary>
public sealed class WorkflowInputsTests
{
    [Fact]
    public void From_AnAnonymousObject_HasItsProperties() =>
        Assert.Equal(5, WorkflowInvoker.Invoke(new Sum(), WorkflowInputs.From(new { Left = 2, Right = 3 })));

    [Fact]
    public void From_AnObjectWithOtherMembers_TakesReadablePropertiesOnly() => Assert.Equal(
        new Dictionary<string, object?> { ["Name"] = "derived", ["Number"] = 1 },
        WorkflowInputs.From(new Derived()));

    [Fact]
    public void From_AnObjectAsItsBase_TakesThePropertiesOfTheBase() => Assert.Equal(
        new Dictionary<string, object?> { ["Name"] = "base", ["Number"] = 1 },
        WorkflowInputs.From<Base>(new Derived()));

    [Fact]
    public void From_ASingleValue_IsRefused()
    {
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From("text"));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From(5));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From((Left: 2, Right: 3)));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From(Tuple.Create(2)));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From(new { }));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From(new Dictionary<string, string> { ["Left"] = "2" }));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From<object>(new { Left = 2 }));
        Assert.Throws<ArgumentException>(() => WorkflowInputs.From(new Base(), typeof(Derived)));
        Assert.Throws<ArgumentNullException>(() => WorkflowInputs.From<object>(null!));
        Assert.Throws<ArgumentNullException>(() => WorkflowInputs.From(new Base(), null!));
    }

    private sealed class Sum : CodeActivity<int>
    {
        public InArgument<int> Left { get; set; } = null!;

        public InArgument<int> Right { get; set; } = null!;

        protected override int Execute(CodeActivityContext context) => Left.Get(context) + Right.Get(context);
    }

    private class Base
    {
        public string Name => "base";

        public int Number => 1;
    }

    private sealed class Derived : Base
    {
        public new string Name => "derived";

        public string WriteOnly
        {
            set => throw new InvalidOperationException(value);
        }

        public int this[int index] => index;
    }
}
