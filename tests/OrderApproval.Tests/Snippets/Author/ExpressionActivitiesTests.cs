using System.Globalization;
using Workflow;
using Workflow.Expressions;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class ExpressionActivitiesTests
{
    [Fact]
    public void Discount_BothWays_IsTheSame()
    {
        string expected = 108.0m.ToString(CultureInfo.CurrentCulture);
        Assert.Equal(expected, GettingStarted.Output(ExpressionActivities.WithLambda()).Trim());
        Assert.Equal(expected, GettingStarted.Output(ExpressionActivities.WithActivities()).Trim());
    }

    [Fact]
    public void Average_OfIntegers_HasAFraction()
    {
        Variable<int> sum = new("sum", 7);
        Variable<int> count = new("count", 2);
        Assert.Equal(3.5, Value(ExpressionActivities.Average(sum, count), sum, count));
    }

    [Theory]
    [InlineData(null, false)]
    [InlineData(100, false)]
    [InlineData(101, true)]
    public void IsLarge_OfAText_AsksForItsLength(int? length, bool expected)
    {
        Variable<string?> text = new("text", _ => length is { } count ? new string('a', count) : null);
        Assert.Equal(expected, Value(ExpressionActivities.IsLarge(text), text));
    }

    [Fact]
    public void Fill_OfAnAddress_WritesToPropertyAndElement()
    {
        Address made = new();
        string[] array = new string[1];
        Variable<Address> address = new("address", _ => made);
        Variable<string[]> lines = new("lines", _ => array);
        WorkflowInvoker.Invoke(new Sequence { Variables = { address, lines }, Activities = { ExpressionActivities.Fill(address, lines) } });
        Assert.Equal(("Oslo", "OSLO"), (made.City, array[0]));
    }

    [Fact]
    public void MoveTo_OfAStruct_KeepsTheRestOfIt()
    {
        List<Position> seen = [];
        Variable<Position> position = new("position", _ => new Position { Y = 2 });
        AddToCollection<Position> see = new() { Collection = new InArgument<ICollection<Position>>(_ => seen), Item = position };
        WorkflowInvoker.Invoke(new Sequence { Variables = { position }, Activities = { ExpressionActivities.MoveTo(position, 5), see } });
        Assert.Equal((5, 2), (seen[0].X, seen[0].Y));
    }

    [Theory]
    [InlineData(3, false)]
    [InlineData(4, true)]
    [InlineData(10, false)]
    public void Convert_OfARule_GivesActivities(int value, bool expected)
    {
        Variable<int> count = new("count", value);
        Activity<bool> rule = ExpressionActivities.Convert(count);
        Assert.IsType<AndAlso>(rule);
        Assert.Equal(expected, Value(rule, count));
    }

    private static T Value<T>(Activity<T> expression, params Variable[] variables)
    {
        List<T> values = [];
        Sequence root = new() { Activities = { new AddToCollection<T> { Collection = new InArgument<ICollection<T>>(_ => values), Item = expression } } };
        Array.ForEach(variables, root.Variables.Add);
        WorkflowInvoker.Invoke(root);
        return values[0];
    }
}
