using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>The results of expressions (A.12, A.13a item 3). Each expression is evaluated so often that it is both interpreted and compiled.</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ExpressionTests
{
    private const int Times = 80;

    public static TheoryData<string, CodeExpression, object?> Operations() => new()
    {
        { "int + int", Op(Value(2), Add, Value(3)), 5 },
        { "byte + byte", Op(Value((byte)200), Add, Value((byte)100)), 300 },
        { "int + long", Op(Value(2), Add, Value(3L)), 5L },
        { "uint + int", Op(Value(2u), Add, Cast<int>(Value(-3))), -1L },
        { "uint + constant", Op(Value(2u), Add, Value(3)), 5u },
        { "ulong + constant", Op(Value(2ul), Add, Value(3)), 5ul },
        { "int + decimal", Op(Value(2), Add, Value(1.5m)), 3.5m },
        { "int * double", Op(Value(2), Multiply, Value(1.5)), 3.0 },
        { "float + int", Op(Value(2f), Add, Value(1)), 3f },
        { "char + int", Op(Value('a'), Add, Value(1)), 98 },
        { "int wraps around", Op(Value(int.MaxValue), Add, Property("Count")), int.MinValue },
        { "int / int", Op(Value(7), Divide, Value(2)), 3 },
        { "int % int", Op(Value(7), Modulus, Value(4)), 3 },
        { "decimal % int", Op(Value(7.5m), Modulus, Value(4)), 3.5m },
        { "decimal - decimal", Op(Value(7.5m), Subtract, Value(4m)), 3.5m },
        { "int | int", Op(Value(5), BitwiseOr, Value(2)), 7 },
        { "bool & bool", Op(Value(true), BitwiseAnd, Value(false)), false },
        { "enum | enum", Op(Property("Marks"), BitwiseOr, Property(Type<Marks>(), "Second").AsField()), Marks.First | Marks.Second },
        { "text + text", Op(Value("a"), Add, Value("b")), "ab" },
        { "text + int", Op(Value("a"), Add, Value(5)), "a5" },
        { "null + text", Op(Value(null), Add, Value("b")), "b" },
        { "date - date", Op(Property("Date"), Subtract, New<DateTime>(Value(2026), Value(1), Value(30))), TimeSpan.FromDays(1) },
        { "own operator", Op(Property("Line"), Add, Value(4)), "0 and 4" },
        { "int < double", Op(Value(2), LessThan, Value(2.5)), true },
        { "char >= char", Op(Value('b'), GreaterThanOrEqual, Value('c')), false },
        { "enum < enum", Op(Property("Color"), LessThan, Property(Type<Color>(), "Blue").AsField()), true },
        { "enum == int", Op(Property("Color"), ValueEquality, Value(1)), true },
        { "date > date", Op(Property("Date"), GreaterThan, New<DateTime>()), true },
        { "int == long", Op(Value(5), ValueEquality, Value(5L)), true },
        { "text == text", Op(Value("ab"), ValueEquality, Op(Value("a"), Add, Value("b"))), true },
        { "text is text", Op(Value("ab"), IdentityEquality, Op(Value("a"), Add, Property("Name"))), false },
        { "object is object", Op(Property("Line"), IdentityEquality, Property("Line")), true },
        { "object is not object", Op(Property("Line"), IdentityInequality, New<Line>()), true },
        { "int != int", Op(Value(5), IdentityInequality, Value(6)), true },
        { "object == null", Op(Property("Parent"), ValueEquality, Value(null)), true },
        { "null != object", Op(Value(null), IdentityInequality, Property("Line")), true },
        { "null == null", Op(Value(null), ValueEquality, Value(null)), true },
        { "struct == struct", Op(Property("Copy"), ValueEquality, New<Place>()), true },
        { "nullable == null", Op(Field("Limit"), ValueEquality, Value(null)), true },
        { "nullable < int", Op(Field("Limit"), LessThan, Value(5)), false },
        { "nullable + int", Op(Field("Limit"), Add, Value(5)), null },
        { "nullable date < date", Op(Property("Due"), LessThan, Property("Date")), false },
        { "date == nullable date", Op(Property("Date"), ValueEquality, Property("Due")), false },
        { "date - nullable date", Op(Property("Date"), Subtract, Property("Due")), null },
        { "and stops", Op(Value(false), BooleanAnd, Same(Call(This, "Fail"), 1)), false },
        { "or stops", Op(Value(true), BooleanOr, Same(Call(This, "Fail"), 1)), true },
    };

    public static TheoryData<string, CodeExpression, object?> Members() => new()
    {
        { "constant", Value("x"), "x" },
        { "private field", Field("_secret"), 42 },
        { "static field", Property(Type<Order>(), "Created").AsField(), 3 },
        { "internal property", Property("Inner"), 7 },
        { "property of a property", Property("Line", "Count"), 0 },
        { "field of a struct", Property(Field("Spot"), "X").AsField(), 0 },
        { "indexer", new CodeIndexerExpression(Property("Table"), Value("a")), 1 },
        { "indexer of a text", new CodeIndexerExpression(Value("abc"), Value(1)), 'b' },
        { "item", new CodeArrayIndexerExpression(Property("Grid"), Value(0), Value(1L)), 0 },
        { "array with items", Property(new CodeArrayCreateExpression(typeof(long), Value(1), Value(2L)), "Length"), 2 },
        { "array with a size", Property(new CodeArrayCreateExpression(typeof(string[]), 4), "Length"), 4 },
        { "array with a size to compute", Property(new CodeArrayCreateExpression(typeof(string), Op(Value(1), Add, Value(2))), "Length"), 3 },
        { "cast of a number", Cast<int>(Value(2.9)), 2 },
        { "cast of an enum", Cast<int>(Property("Color")), 1 },
        { "cast to an enum", Cast<Color>(Value(2)), Color.Blue },
        { "cast to nullable", Cast<int?>(Value(2)), 2 },
        { "cast of an object", Property(Cast<Order>(Cast<object>(This)), "Count"), 1 },
        { "object of a generic type", Property(New<List<string>>(), "Count"), 0 },
        { "method of a base class", Call(Value(5), "ToString"), "5" },
        { "static method", Call(Type(typeof(Math)), "Max", Value(5), Value(7L)), 7L },
        { "static method with many arguments", Call(Type<string>(), "Format", Value("{0}{1}{2}{3}"), Value(1), Value("a"), Value(null), Value(4)), "1a4" },
        { "method of a generic type", Call(Property("Trace"), "Contains", Value("a")), false },
        {
            "generic method",
            new CodeMethodInvokeExpression(new CodeMethodReferenceExpression(This, "Same", new CodeTypeReference(typeof(long))), Value(5)),
            5L
        },
        { "overload for int", Call(This, "Kind", Value((short)5)), "int" },
        { "overload for long", Call(This, "Kind", Value(5u)), "long" },
        { "overload for double", Call(This, "Kind", Value(5f)), "double" },
        { "overload for text", Call(This, "Kind", Value("a")), "string" },
        { "overload for objects", Call(This, "Kind", Value(5m)), "object" },
        { "overload for null", Call(This, "Kind", Value(null)), "string" },
        { "declared form before many arguments", Call(This, "Many", Value("a"), Value(1)), "two" },
        { "many arguments", Call(This, "Many", Value("a"), Value(1), Value((byte)2), Value(3)), "a3" },
        { "no arguments of many", Call(This, "Many", Value("a")), "a0" },
        { "an array for many", Call(This, "Many", Value("a"), new CodeArrayCreateExpression(typeof(int), 5)), "a5" },
        { "out", Call(This, "TryHalf", Value(8), Out(Property("Count"))), true },
    };

    [Theory]
    [MemberData(nameof(Operations))]
    [MemberData(nameof(Members))]
    public void Expression_InterpretedAndCompiled_MatchesCSharp(string name, CodeExpression expression, object? expected)
    {
        RuleEngine engine = new(SetOf(Rule("r", Value(true), Set(Property("Result"), expression))), typeof(Order));
        for (int i = 0; i < Times; i++)
        {
            Order order = new() { Count = 1, Name = "b" };
            engine.Execute(order);
            Assert.True(Equals(expected, order.Result), $"{name}: {order.Result ?? "null"} ({order.Result?.GetType()}) in round {i}");
        }
    }

    [Fact]
    public void Actions_InterpretedAndCompiled_ChangeTheirTargets()
    {
        RuleSet rules = SetOf(Rule(
            "r",
            Value(true),
            Set("Total", 5),
            Set(Field("Limit"), Value(6)),
            Set(new CodeFieldReferenceExpression(Field("Spot"), "X"), Value(7)),
            Set(Property(Field("Spot"), "Y"), Value(8)),
            new RuleStatementAction(Call(Field("Spot"), "Move", Value(10))),
            Set(new CodeIndexerExpression(Property("Table"), Value("b")), Value(9)),
            Set(new CodeArrayIndexerExpression(Property("Grid"), Value(1), Value(1)), Value(10)),
            Set(Property(new CodeArrayIndexerExpression(Property("Lines"), Value(1)), "Count"), Value(11)),
            Set(Property(Type<Order>(), "Created").AsField(), Value(3)),
            new RuleStatementAction(Call(This, "TryHalf", Value(24), Out(Property("Count")))),
            new RuleStatementAction(Call(
                This,
                "Swap",
                Ref(Property("Line", "Count")),
                Ref(new CodeArrayIndexerExpression(Property("Grid"), Value(0), Value(0)))))));
        RuleEngine engine = new(rules, typeof(Order));
        for (int i = 0; i < Times; i++)
        {
            Order order = new() { Line = new Line { Count = 13 } };
            engine.Execute(order);
            Assert.Equal("5 6 17 8 9 10 11 12 0 13", string.Join(
                ' ', order.Total, order.Limit, order.Spot.X, order.Spot.Y, order.Table["b"], order.Grid[1, 1], order.Lines[1].Count, order.Count,
                order.Line.Count, order.Grid[0, 0]));
        }
    }

    [Fact]
    public void Rules_AboutAStruct_ChangeTheBoxedValue()
    {
        RuleEngine engine = new(
            SetOf(Rule("r", Less(Field("X"), 3), Set(Field("X"), Plus(Field("X"), 1)), new RuleStatementAction(Call(This, "Move", Value(1))))),
            typeof(Place));
        object place = default(Place);
        engine.Execute(place);
        Assert.Equal(4, ((Place)place).X);
    }

    [Fact]
    public void Rules_ForABaseClass_RunWithDerivedObjects()
    {
        RuleEngine engine = new(SetOf(Rule("r", Same(Property("Count"), 0), Set("Count", 1))), typeof(Order));
        SpecialOrder order = new();
        engine.Execute(order);
        Assert.Equal(1, order.Count);
        Assert.Equal(
            "The rules were validated for 'Workflow.Interop.Legacy.Tests.TestKit.Order', not for 'System.String'; pass an object of that type. (Parameter 'thisObject')",
            Assert.Throws<ArgumentException>(() => engine.Execute("text")).Message);
    }

    [Fact]
    public void Overload_OverriddenInDerivedClass_IsChosen()
    {
        SpecialOrder order = new();
        new RuleEngine(
            SetOf(Rule("r", Value(true), Set("Result", Call(This, "Kind", Value(5))), Set("Name", Call(This, "Kind", This)))),
            typeof(SpecialOrder)).Execute(order);
        Assert.Equal(("int", "special"), (order.Result, order.Name));
    }

    private sealed class SpecialOrder : Order
    {
        public override string Kind(object value) => "special";
    }
}
