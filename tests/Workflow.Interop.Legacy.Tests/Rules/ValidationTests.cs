using System.CodeDom;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>The errors that validation reports before rules run (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ValidationTests
{
    private const string Place = "The condition of the rule 'r': ";
    private const string OrderType = "Workflow.Interop.Legacy.Tests.TestKit.Order";

    public static TheoryData<CodeExpression, string> Wrong() => new()
    {
        { Same(Property("Missing"), 1), $"'Missing' is no property of '{OrderType}' that the rules of '{OrderType}' can see; correct the name." },
        {
            Same(Property("Line", "Missing"), 1),
            $"'Missing' is no property of 'Workflow.Interop.Legacy.Tests.TestKit.Line' that the rules of '{OrderType}' can see; correct the name."
        },
        { Same(Field("Count"), 1), $"'Count' is no field of '{OrderType}' that the rules of '{OrderType}' can see; correct the name." },
        {
            Same(Property(Type<Order>(), "Count"), 1),
            $"'Count' is no static property of '{OrderType}' that the rules of '{OrderType}' can see; correct the name."
        },
        { Same(Call(This, "Missing"), 1), $"'Missing' is no method of '{OrderType}' that the rules of '{OrderType}' can see; correct the name." },
        { Same(Call(This, "Secret", Value(1)), 1), $"'{OrderType}' has no method 'Secret' for the arguments 'System.Int32'; correct the arguments." },
        {
            Same(Call(This, "Ambiguous", Value("a"), Value("b")), "1"),
            $"'{OrderType}' has several methods 'Ambiguous' for the arguments 'System.String', 'System.String'; correct the arguments."
        },
        {
            Same(New<Line>(Value(1)), 1),
            "'Workflow.Interop.Legacy.Tests.TestKit.Line' has no constructor for the arguments 'System.Int32'; correct the arguments."
        },
        { Property("Count"), "the condition 'this.Count' is of type 'System.Int32'; use an expression of type Boolean." },
        {
            Op(Property("Total"), LessThan, Value(1.5)),
            "the operator 'LessThan' cannot be used with 'System.Decimal' and 'System.Double' in 'this.Total < 1.5'; convert an operand."
        },
        {
            Op(Property("Name"), LessThan, Value("a")),
            "the operator 'LessThan' cannot be used with 'System.String' and 'System.String' in 'this.Name < \"a\"'; convert an operand."
        },
        {
            Same(Property("Count"), null),
            "the operator 'ValueEquality' cannot be used with 'System.Int32' and 'null' in 'this.Count == null'; convert an operand."
        },
        { Op(Property("Color"), ValueEquality, Property("Marks")), "the operator 'ValueEquality' cannot be used with 'Workflow.Interop.Legacy.Tests.TestKit.Color' and 'Workflow.Interop.Legacy.Tests.TestKit.Marks' in 'this.Color == this.Marks'; convert an operand." },
        {
            Op(Property("Count"), BooleanAnd, Value(true)),
            "the operator 'BooleanAnd' cannot be used with 'System.Int32' and 'System.Boolean' in 'this.Count && true'; convert an operand."
        },
        {
            Op(Property("Count"), CodeBinaryOperatorType.Assign, Value(1)),
            "the operator 'Assign' cannot be used with 'System.Int32' and 'System.Int32' in 'this.Count Assign 1'; convert an operand."
        },
        { Cast<bool>(Property("Name")), "'System.String' cannot be cast to 'System.Boolean' in '(System.Boolean)this.Name'; cast to another type." },
        { Same(Call(Property("Table"), "Clear"), 1), "'this.Table.Clear()' has no value; use a method that returns one." },
        {
            Same(new CodeVariableReferenceExpression("x"), 1),
            "expressions of type 'CodeVariableReferenceExpression' are not supported in rules; use another kind."
        },
        { Same(new CodePropertyReferenceExpression(null, "Count"), 1), "'Count' has no target; set it to 'this', an object or a type." },
        { Op(Type<Order>(), ValueEquality, Value(1)), $"the type '{OrderType}' is used as a value; use one of its static members." },
        {
            Op(Value(Color.Red), ValueEquality, Value(1)),
            "a value of type 'Workflow.Interop.Legacy.Tests.TestKit.Color' is no constant in rules; use a member of an object or type."
        },
        {
            Same(new CodeIndexerExpression(Property("Table"), Value(1)), 1),
            "'System.Collections.Generic.Dictionary`2[System.String,System.Int32]' has no indexer for 'System.Int32'; correct the indices."
        },
        {
            Same(new CodeArrayIndexerExpression(Property("Grid"), Value(1)), 1),
            "an array of 2 dimensions is used with 'System.Int32'; use whole numbers, one for each dimension."
        },
        { Same(new CodeArrayIndexerExpression(Property("Table"), Value(1)), 1), "'this.Table' is no array; use an indexer." },
        { Same(Call(Value("a"), "AsSpan"), 1), $"'AsSpan' is no method of 'System.String' that the rules of '{OrderType}' can see; correct the name." },
        {
            Same(Call(This, "TryHalf", Value(1), Property("Count")), true),
            $"'{OrderType}' has no method 'TryHalf' for the arguments 'System.Int32', 'System.Int32'; correct the arguments."
        },
        { Same(Call(This, "TryHalf", Value(1), Out(Value(1))), true), "'1' cannot be set; use a field, a property or an item." },
        {
            Call(This, "IsWrong"),
            $"the path 'Missing' in an attribute of 'IsWrong' names 'Missing', which is no field or property of '{OrderType}' here; correct the name."
        },
    };

    [Theory]
    [MemberData(nameof(Wrong))]
    public void Condition_Invalid_IsReported(CodeExpression condition, string error) => Assert.Equal(Place + error, ErrorOf<Order>(condition));

    public static TheoryData<RuleAction, string> WrongActions() => new()
    {
        { Set("Count", 1.5), "a 'System.Double' cannot be assigned to 'this.Count', which is a 'System.Int32'; cast it." },
        { Set(Property("Count"), Value(null)), "a 'null' cannot be assigned to 'this.Count', which is a 'System.Int32'; cast it." },
        { Set("ReadOnly", 1), $"the property 'ReadOnly' of '{OrderType}' cannot be set; use one that can." },
        {
            Set(Property(Property("Copy"), "Y"), Value(1)),
            "'Y' of 'Workflow.Interop.Legacy.Tests.TestKit.Place' would be set in a copy of a struct; set the whole struct."
        },
        { Set(This, Value(1)), "'this' cannot be set; use a field, a property or an item." },
        { new RuleStatementAction(Property("Count")), "'this.Count' is no call; an action assigns something or calls a method." },
        {
            new RuleStatementAction(new CodeCommentStatement("a")),
            "statements of type 'CodeCommentStatement' are not supported in rules; assign something or call a method."
        },
        { new RuleStatementAction(), "the expression or statement is missing; set it." },
        { new RuleUpdateAction("this/Line/Missing"), "the update of 'this/Line/Missing' names 'Missing', which is no field or property of 'Workflow.Interop.Legacy.Tests.TestKit.Line' here; correct the name." },
        { new RuleUpdateAction("Count"), "the update of 'Count' does not begin with 'this'; write 'this', then names with '/' between them." },
        { new RuleUpdateAction("this/*/Count"), "the update of 'this/*/Count' has a name after '*'; write '*' as the last name only." },
    };

    [Theory]
    [MemberData(nameof(WrongActions))]
    public void Action_Invalid_IsReported(RuleAction action, string error)
    {
        Rule rule = Rule("r", Value(true)).Else(Note("a"), action);
        Assert.Equal($"The else action 2 of the rule 'r': {error}", Assert.Single(ErrorsOf<Order>(rule)));
    }

    [Fact]
    public void RuleSet_WithSeveralProblems_ReportsAllOfThem() => Assert.Equal(
        [
            "The condition of the rule 'a'", "The condition of the rule 'a'", "The then action 1 of the rule 'a'", "The rule set 'set'",
            "The condition of the rule 'a'", "The rule set 'set'",
        ],
        ErrorsOf<Order>(
            Rule("a", Op(Property("First"), ValueEquality, Property("Second")), Set("Third", 1)),
            new Rule("a"),
            new Rule()).Select(static error => error[..error.IndexOf(": ", StringComparison.Ordinal)]));

    [Fact]
    public void Members_PrivateInOtherType_AreInvisible()
    {
        Rule rule = Rule("r", Same(new CodeFieldReferenceExpression(Property("Order"), "_secret"), 42));
        Assert.Contains("'_secret' is no field", Assert.Single(ErrorsOf<Holder>(rule)), StringComparison.Ordinal);
        Assert.Contains("'Family' is no property", Assert.Single(ErrorsOf<Holder>(Rule("r", Same(Property("Order", "Family"), 8)))), StringComparison.Ordinal);
        Assert.Contains("'_secret' is no field", Assert.Single(ErrorsOf<Derived>(Rule("r", Same(Field("_secret"), 42)))), StringComparison.Ordinal);
        Assert.Empty(ErrorsOf<Derived>(Rule("r", Same(Property("Family"), 8))));
        Assert.Empty(ErrorsOf<Holder>(Rule("r", Same(Property("Order", "Inner"), 8))));
    }

    [Theory]
    [InlineData("System.IO.File")]
    [InlineData("System.Environment")]
    [InlineData("System.Activator")]
    [InlineData("System.Diagnostics.Process, System.Diagnostics.Process")]
    [InlineData("Xunit.Assert")]
    [InlineData("System.Collections.Generic.List`1[[System.IO.File, System.Runtime]]")]
    [InlineData("Workflow.Interop.Legacy.Runtime.WorkflowRuntime")]
    [InlineData("No.Such`Type[[")]
    public void Type_NotAllowed_IsUnknown(string name)
    {
        string error = ErrorOf<Order>(Same(Call(new CodeTypeReferenceExpression(name), "M"), 1));
        Assert.StartsWith($"{Place}the type '", error, StringComparison.Ordinal);
        Assert.EndsWith("' is not known to the rules of 'Workflow.Interop.Legacy.Tests.TestKit.Order'; correct the name, or allow the type with RuleTypeAttribute or a type provider.", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Type_Allowed_IsFound()
    {
        CodeExpression expression = Same(Call(new CodeTypeReferenceExpression(typeof(Path)), "GetFileName", Value("/a/b")), "b");
        Assert.Empty(ErrorsOf<WithPath>(Rule("r", expression)));
        TypeProvider provider = new(null);
        provider.AddType(typeof(Path));
        Assert.True(SetOf(Rule("r", expression)).Validate(new RuleValidation(typeof(Order), provider)));
        TypeProvider all = new(null);
        all.AddAssembly(typeof(Path).Assembly);
        Assert.True(SetOf(Rule("r", expression)).Validate(new RuleValidation(typeof(Order), all)));
    }

    [Fact]
    public void Reflection_ThroughAnObject_IsRefused()
    {
        Assert.Equal(
            $"{Place}'GetType' of 'System.Object' leads to reflection, which rules cannot use; add a member that gives what the rule needs.",
            ErrorOf<Order>(Same(Property(Call(This, "GetType"), "Assembly"), null)));
        Assert.Contains("leads to reflection", ErrorOf<WithType>(Same(Property("Kind", "Assembly"), null)), StringComparison.Ordinal);
        Assert.Contains("leads to reflection", ErrorOf<WithType>(Same(Call(Property("Work"), "DynamicInvoke", Value(null)), null)), StringComparison.Ordinal);
    }

    [Fact]
    public void Execute_InvalidRules_ThrowsWithAllErrors()
    {
        RuleSet rules = SetOf(Rule("r", Property("Missing"), Set("Other", 1)));
        Assert.Equal(2, Assert.Throws<RuleSetValidationException>(() => new RuleEngine(rules, typeof(Order))).Errors.Count);
        RuleValidation validation = new(typeof(Order), null);
        Assert.Contains(
            "'Missing'",
            Assert.Throws<RuleSetValidationException>(() => rules.Execute(new RuleExecution(validation, new Order()))).Message,
            StringComparison.Ordinal);
        RuleExpressionCondition condition = new("c", Property("Missing"));
        Assert.Equal(
            $"The condition 'c' is not valid for the type '{OrderType}': The condition 'c': 'Missing' is no property of '{OrderType}' that the rules of '{OrderType}' can see; correct the name.",
            Assert.Throws<RuleSetValidationException>(() => condition.Evaluate(new RuleExecution(new RuleValidation(new Order()), new Order()))).Message);
    }

    private sealed class Holder
    {
        public Order Order { get; } = new();
    }

    private sealed class Derived : Order;

    [RuleType(typeof(Path))]
    private sealed class WithPath;

    private sealed class WithType
    {
        public Type Kind => typeof(int);

        public Action Work => static () => { };
    }
}
