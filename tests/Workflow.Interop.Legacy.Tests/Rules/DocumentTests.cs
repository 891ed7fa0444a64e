using System.Text;
using System.Xml;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Serialization;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Documents with rules (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class DocumentTests
{
    private const string Head = """xmlns="http://schemas.microsoft.com/winfx/2006/xaml/workflow" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" """;

    private const string CodeDom = """xmlns:ns0="clr-namespace:System.CodeDom;Assembly=System, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089" """;

    private const string Values = """xmlns:ns1="clr-namespace:System;Assembly=mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089" """;

    [Fact]
    public void Definitions_WrittenAndRead_AreEqual()
    {
        RuleDefinitions definitions = new();
        definitions.Conditions.Add(new RuleExpressionCondition("condition", Less(Property("Count"), 5)));
        RuleSet rules = SetOf(
            Rule(
                "all",
                Op(Field("_secret"), ValueEquality, Value(null)),
                Note("{braces} & <text>\n"),
                new RuleHaltAction(),
                new RuleUpdateAction("this/Count/")).Else(Set("Count", 1)).First(-7),
            Rule(
                "kinds",
                Value(true),
                Set("Result", New<List<int[]>>(Cast<long>(Value('c')))),
                new RuleStatementAction(Call(This, "TryHalf", Value(1), Out(Property("Count"))))),
            Rule(
                "arrays",
                Value(false),
                Set("Result", new System.CodeDom.CodeArrayCreateExpression(typeof(string), 4)),
                Set(new System.CodeDom.CodeIndexerExpression(Property("Table"), Value("a")), Value(2))));
        rules.Description = "{x:Null}";
        rules.ChainingBehavior = RuleChainingBehavior.UpdateOnly;
        rules.Rules.Last().Active = false;
        rules.Rules.Last().ReevaluationBehavior = RuleReevaluationBehavior.Never;
        definitions.RuleSets.Add(rules);
        RuleDefinitions copy = (RuleDefinitions)Read(Write(definitions));
        Assert.Equal(rules, copy.RuleSets["set"]);
        Assert.Equal("{x:Null}", copy.RuleSets["set"].Description);
        Assert.Equal(definitions.Conditions["condition"], copy.Conditions["condition"]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData((byte)200)]
    [InlineData((short)-5)]
    [InlineData(ulong.MaxValue)]
    [InlineData(1.5f)]
    [InlineData(double.MaxValue)]
    [InlineData(double.NegativeInfinity)]
    [InlineData('ä')]
    [InlineData("")]
    [InlineData("  spaces  ")]
    [InlineData(null)]
    public void Value_WrittenAndRead_IsEqual(object? value) =>
        Assert.Equal(new RuleExpressionCondition("c", Value(value)), Read(Write(new RuleExpressionCondition("c", Value(value)))));

    [Fact]
    public void Values_OfOtherTypes_AreEqual()
    {
        foreach (object value in (object[])
        [
            12.50m,
            new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(7),
            TimeSpan.FromDays(1.5),
            Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e")
        ])
        {
            RuleExpressionCondition copy = (RuleExpressionCondition)Read(Write(new RuleExpressionCondition(Value(value))));
            Assert.Equal(value, ((System.CodeDom.CodePrimitiveExpression)copy.Expression!).Value);
        }
    }

    [Fact]
    public void Resource_InWf3Format_IsRead()
    {
        using Run run = Run.Of(new RuledByResource { Amount = 1200 });
        Assert.Equal("Completed", run.Last);
        Assert.Equal("large", RuledByResource.Branch);
        Assert.Equal(120, RuledByResource.Discount);
    }

    [Fact]
    public void Resource_Damaged_IsReported()
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(RuledByDamage)));
        Assert.Equal(
            "The activity 'policy' names the rule set 'set', and the '.rules' resource cannot be read: 'Nmae' is no part of 'RuleSet' in rules; remove it or correct the name (line 3, position 14).",
            Assert.Single(exception.Errors).ErrorText);
    }

    [Theory]
    [InlineData("<Other/>", "The element 'Other' of '' is no part of rules; use the types of rules and of CodeDom that rules support")]
    [InlineData("<RuleSet @H Name='a' Name2='b'/>", "'Name2' is no part of 'RuleSet' in rules; remove it or correct the name")]
    [InlineData("<RuleSet @H ChainingBehavior='Many'/>", "'Many' is no value of 'ChainingBehavior', which is a 'RuleChainingBehavior'; correct it")]
    [InlineData("<Rule @H Priority='a'/>", "'a' is no value of 'Priority', which is a 'Int32'; correct it")]
    [InlineData("<Rule @H Priority='{x:Null}'/>", "'Priority' of 'Rule' is a 'Int32' and cannot be a 'null'; correct it")]
    [InlineData(
        "<Rule @H Name='{x:Type a}'/>",
        "The markup '{x:Type a}' is not supported; use the markup of null, or write '{}' before a text that begins with '{'")]
    [InlineData("<Rule @H Condition='a'/>", "The attribute 'Condition' of 'Rule' has a text, and needs an element 'Rule.Condition'")]
    [InlineData(
        "<RuleSet @H><RuleSet.Rules><RuleHaltAction/></RuleSet.Rules></RuleSet>",
        "'Rules' of 'RuleSet' contains a 'RuleHaltAction', which is no 'Rule'; remove it")]
    [InlineData(
        "<Rule @H><Rule.Condition><RuleHaltAction/></Rule.Condition></Rule>",
        "'Condition' of 'Rule' is a 'RuleCondition' and cannot be a 'RuleHaltAction'; correct it")]
    [InlineData("<RuleSet @H>text</RuleSet>", "The element 'RuleSet' contains text where it has elements; remove the text")]
    [InlineData("<RuleStatementAction @H><RuleStatementAction.CodeDomStatement><ns0:CodeSnippetStatement @C/></RuleStatementAction.CodeDomStatement></RuleStatementAction>", "The element 'CodeSnippetStatement' of 'clr-namespace:System.CodeDom;Assembly=System, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089' is no part of rules; use the types of rules and of CodeDom that rules support")]
    [InlineData("<ns0:CodePrimitiveExpression @C><ns0:CodePrimitiveExpression.Value><ns1:Int32 @V>x</ns1:Int32></ns0:CodePrimitiveExpression.Value></ns0:CodePrimitiveExpression>", "'x' is no value of type 'Int32'; correct it")]
    [InlineData("<ns0:CodePrimitiveExpression @C><ns0:CodePrimitiveExpression.Value><ns1:Version @V>1.0</ns1:Version></ns0:CodePrimitiveExpression.Value></ns0:CodePrimitiveExpression>", "'Version' of 'clr-namespace:System;Assembly=mscorlib")]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'c'>]><RuleSet @H/>", "The document with rules is not well-formed:")]
    [InlineData("<RuleSet @H>", "The document with rules is not well-formed:")]
    [InlineData("", "The document with rules is not well-formed:")]
    public void Document_Invalid_IsRefusedWithPosition(string text, string error)
    {
        text = text.Replace("@H", Head.TrimEnd(), StringComparison.Ordinal)
            .Replace("@C", CodeDom.TrimEnd(), StringComparison.Ordinal)
            .Replace("@V", Values.TrimEnd(), StringComparison.Ordinal);
        WorkflowMarkupSerializationException exception = Assert.Throws<WorkflowMarkupSerializationException>(() => Read(text));
        Assert.StartsWith(error, exception.Message, StringComparison.Ordinal);
        Assert.True(exception.LineNumber == 1 || !text.StartsWith("<R", StringComparison.Ordinal), exception.ToString());
    }

    [Fact]
    public void Document_WithDocumentType_IsRefused()
    {
        using XmlReader reader = XmlReader.Create(
            new StringReader($"<!DOCTYPE a []><RuleSet {Head}/>"),
            new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
        Assert.StartsWith(
            "The document has a document type declaration; remove it",
            Assert.Throws<WorkflowMarkupSerializationException>(() => new WorkflowMarkupSerializer().Deserialize(reader)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Document_OfManyLevels_IsRefused()
    {
        StringBuilder text = new($"<ns0:CodeCastExpression {CodeDom}>");
        for (int i = 0; i < 50_000; i++)
        {
            text.Append("<ns0:CodeCastExpression.Expression><ns0:CodeCastExpression>");
        }

        Assert.StartsWith(
            "The document has more than 1050 levels of elements",
            Assert.Throws<WorkflowMarkupSerializationException>(() => Read(text.ToString())).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Document_LongTypeName_IsRefused()
    {
        string name = string.Concat(Enumerable.Repeat("A`1[", 100_000));
        Assert.StartsWith(
            "The name of a type has more than 1000 characters",
            Assert.Throws<WorkflowMarkupSerializationException>(() => Read($"<ns0:CodeTypeReference {CodeDom} BaseType='{name}'/>")).Message,
            StringComparison.Ordinal);
        Assert.NotNull(Read($"<ns0:CodeTypeReference {CodeDom} BaseType='{name[..900]}'/>"));
    }

    [Fact]
    public void Documents_Damaged_AreReadOrRefused()
    {
        RuleDefinitions definitions = new();
        definitions.RuleSets.Add(SetOf(Rule("a", Less(Property("Count"), 5), Note("x"), new RuleHaltAction()).Else(Set("Count", New<List<int[]>>()))));
        string text = Write(definitions);
        Random random = new(20261123);
        for (int i = 0; i < 3000; i++)
        {
            char[] damaged = text.ToCharArray();
            for (int change = random.Next(1, 4); change > 0; change--)
            {
                damaged[random.Next(damaged.Length)] = text[random.Next(text.Length)];
            }

            try
            {
                Read(new string(damaged));
            }
            catch (WorkflowMarkupSerializationException exception)
            {
                Assert.NotEmpty(exception.Message);
            }
        }
    }

    [Fact]
    public void Write_UnsupportedObject_IsRefused()
    {
        Assert.Throws<WorkflowMarkupSerializationException>(() => Write("text"));
        Assert.Throws<WorkflowMarkupSerializationException>(() => Write(new RuleExpressionCondition(Value(Color.Red))));
        Assert.Throws<WorkflowMarkupSerializationException>(() => Write(new RuleExpressionCondition(Value("\u0001"))));
        Assert.Throws<WorkflowMarkupSerializationException>(() => Write(new RuleExpressionCondition(new System.CodeDom.CodeSnippetExpression("Exit()"))));
    }

    [Fact]
    public void Type_NamedByADocument_IsNotLoaded()
    {
        RuleSet rules = (RuleSet)Read(Write(SetOf(Rule(
            "r",
            Same(Call(new System.CodeDom.CodeTypeReferenceExpression("System.IO.File, System.Private.CoreLib"), "Exists", Value("/")), true)))));
        Assert.Throws<RuleSetValidationException>(() => new RuleEngine(rules, typeof(Order)));
    }

    private static object Read(string text)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(text));
        return new WorkflowMarkupSerializer().Deserialize(reader);
    }

    private static string Write(object rules)
    {
        StringBuilder text = new();
        using (XmlWriter writer = XmlWriter.Create(text, new XmlWriterSettings { Indent = true }))
        {
            new WorkflowMarkupSerializer().Serialize(writer, rules);
        }

        return text.ToString();
    }
}
