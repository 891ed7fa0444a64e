using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Data;

/// <summary>Values that the host gives to the arguments of the root.</summary>
[Rule("4.5")]
public sealed class HostInputTests
{
    private int _evaluations;

    [Theory, Lanes]
    public void Input_OfAnInArgument_ReplacesItsExpression(Lane lane)
    {
        Ended ended = Runner.Run(new Root { Count = new InArgument<int>(_ => ++_evaluations) }, lane, Inputs(("Count", 12)));
        Assert.Equal(12, ended.Outputs["Seen"]);
        Assert.Equal(0, _evaluations);
    }

    [Theory, Lanes]
    public void Input_Missing_LeavesTheExpression(Lane lane) =>
        Assert.Equal(5, Runner.Run(new Root { Count = 5 }, lane, Inputs(("Text", "given"))).Outputs["Seen"]);

    [Theory, Lanes]
    public void Input_OfAnInOutArgument_ReplacesItsLocation(Lane lane)
    {
        Location<int> place = new() { Value = 1 };
        Ended ended = Runner.Run(new Root { Both = new InOutArgument<int>(new Place(place)) }, lane, Inputs(("Both", 30)));
        Assert.Equal(31, ended.Outputs["Both"]);
        Assert.Equal(1, place.Value);
    }

    [Theory, Lanes]
    public void Input_OfNull_CountsAsNotGivenForAReferenceType(Lane lane) =>
        Assert.Equal("default", Runner.Run(new Root { Text = "default" }, lane, Inputs(("Text", null))).Outputs["SeenText"]);

    [Theory, Lanes]
    public void Input_OfNull_SatisfiesARequiredArgument(Lane lane) =>
        Assert.Null(Runner.Run(new RequiresArgument(), lane, Inputs(("Needed", null), ("Amount", 1))).Outputs["Seen"]);

    [Theory]
    [InlineData("Count", null)]
    [InlineData("Count", "text")]
    [InlineData("Count", 12L)]
    [InlineData("Text", 12)]
    [InlineData("Seen", 1)]
    [InlineData("number", 1)]
    [InlineData("Unknown", null)]
    public void Input_OfAWrongType_IsRefusedByName(string name, object? value)
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new Root(), Inputs((name, value))));
        Assert.Contains($"'{name}'", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Inputs_WithSeveralMistakes_AreRefusedTogether()
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(
            () => WorkflowInvoker.Invoke(new RequiresArgument(), Inputs(("Amount", "much"), ("Unknown", 1), ("Seen", 2))));
        Assert.All(["'Amount'", "'Unknown'", "'Seen'", "'Needed'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Inputs_WithoutTheRequiredOnes_AreRefused()
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new RequiresArgument()));
        Assert.All(["'Needed'", "'Amount'"], name => Assert.Contains(name, refused.Message, StringComparison.Ordinal));
        Assert.DoesNotContain("'Given'", refused.Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    public void Input_OfASmallerNumber_IsWidened(Lane lane)
    {
        Root root = new();
        Assert.Equal(7, Runner.Run(root, lane, Inputs(("Count", (short)7))).Outputs["Seen"]);
        Assert.Equal(8, Runner.Run(root, lane, Inputs(("Both", (byte)7))).Outputs["Both"]);
    }

    [Theory, Lanes]
    public void Input_OfADerivedType_IsTaken(Lane lane)
    {
        Declares root = new("root", metadata => metadata.AddArgument(new RuntimeArgument("Anything", typeof(object), ArgumentDirection.InOut)));
        Assert.Equal("a text", Runner.Run(root, lane, Inputs(("Anything", "a text"))).Outputs["Anything"]);
    }

    [Theory, Lanes]
    public void Input_OfANullable_TakesTheValueAndNull(Lane lane)
    {
        Declares root = new("root", metadata => metadata.AddArgument(new RuntimeArgument("Maybe", typeof(int?), ArgumentDirection.InOut)));
        Assert.Equal(3, Runner.Run(root, lane, Inputs(("Maybe", 3))).Outputs["Maybe"]);
        Assert.Null(Runner.Run(root, lane, Inputs(("Maybe", null))).Outputs["Maybe"]);
    }

    [Theory, Lanes]
    [Rule("12.4")]
    public void RequiredOutArgument_OfARoot_IsNotChecked(Lane lane)
    {
        Declares root = new("root", metadata =>
        {
            metadata.AddArgument(new RuntimeArgument("Out", typeof(int), ArgumentDirection.Out, isRequired: true));
            metadata.AddArgument(new RuntimeArgument("Both", typeof(int), ArgumentDirection.InOut, isRequired: true));
        });
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Overrides_OfAScheduledChild_ReplaceItsExpressionsToo(Lane lane)
    {
        Log log = new();
        Show<int> child = new(log, new InArgument<int>(_ => ++_evaluations));
        Probe parent = new(log, "parent", child) { Body = context => context.ScheduleActivity(child, null, null, Inputs(("Value", 9))) };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        log.AssertIs("parent executes", "9");
        Assert.Equal(0, _evaluations);
    }

    private static Dictionary<string, object?> Inputs(params (string Name, object? Value)[] inputs) =>
        inputs.ToDictionary(input => input.Name, input => input.Value);

    private sealed class Root : CodeActivity
    {
        public InArgument<int>? Count { get; set; }

        public InArgument<string>? Text { get; set; }

        public InOutArgument<int>? Both { get; set; }

        public OutArgument<int>? Seen { get; set; }

        public OutArgument<string>? SeenText { get; set; }

        protected override void Execute(CodeActivityContext context)
        {
            Seen!.Set(context, Count!.Get(context));
            SeenText!.Set(context, Text!.Get(context));
            Both!.Set(context, Both.Get(context) + 1);
        }
    }

    private sealed class RequiresArgument : CodeActivity
    {
        [RequiredArgument]
        public InArgument<string>? Needed { get; set; }

        [RequiredArgument]
        public InArgument<int>? Amount { get; set; }

        [RequiredArgument]
        public InArgument<int> Given { get; set; } = 3;

        public OutArgument<string>? Seen { get; set; }

        protected override void Execute(CodeActivityContext context) => Seen!.Set(context, Needed!.Get(context));
    }

    private sealed class Place(Location<int> place) : CodeActivity<Location<int>>
    {
        protected override Location<int> Execute(CodeActivityContext context) => place;
    }
}
