using System.CodeDom;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Serialization;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Types, nulls and texts in the form that the WF3 designer writes into documents with rules (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class TypeTextTests
{
    private const string Model = "xmlns='http://schemas.microsoft.com/winfx/2006/xaml/workflow' xmlns:p1='http://schemas.microsoft.com/winfx/2006/xaml'";

    private const string CodeDom =
        "xmlns:ns0='clr-namespace:System.CodeDom;Assembly=System, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089'";

    private const string Values = "xmlns:ns1='clr-namespace:System;Assembly=mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089'";

    private const string Core = "mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    [Theory]
    [InlineData("System.Math", typeof(Math))]
    [InlineData("System.Int32, " + Core, typeof(int))]
    [InlineData("My.Color, My.Assembly, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null", null)]
    [InlineData("System.Collections.Generic.List`1[[System.String, " + Core + "]], " + Core, typeof(List<string>))]
    [InlineData(
        "System.Collections.Generic.Dictionary`2[System.String, System.Collections.Generic.List`1[System.Int32[]]]",
        typeof(Dictionary<string, List<int[]>>))]
    [InlineData("System.Int32[][,], " + Core, typeof(int[,][]))]
    [InlineData("System.Nullable`1[[System.Int32, " + Core + "]]", typeof(int?))]
    public void Type_AsText_IsReadAndWrittenAsBefore(string text, Type? type)
    {
        foreach (string element in (string[])
        [
            "CodeTypeReferenceExpression Type",
            "CodeCastExpression TargetType",
            "CodeObjectCreateExpression CreateType",
            "CodeArrayCreateExpression CreateType",
            "CodeTypeReference ArrayElementType"
        ])
        {
            string document = $"<ns0:{element}='{text}' {CodeDom}/>";
            object node = Read(document);
            CodeTypeReference reference = ReferenceOf(node)!;
            Assert.Equal(
                "System.Collections.Generic.Dictionary`2" == type?.FullName?.Split('[')[0] ? 2 : type is { IsGenericType: true } ? 1 : 0,
                reference.TypeArguments.Count);
            if (type is not null)
            {
                Assert.Equal(
                    new RuleExpressionCondition(new CodeTypeReferenceExpression(type)),
                    new RuleExpressionCondition(new CodeTypeReferenceExpression(reference)));
            }

            Assert.Contains($"\"{text}\"", Write(node), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Type_OfCode_IsWrittenAsText()
    {
        foreach (Type type in (Type[])
        [
            typeof(int), typeof(Order), typeof(List<string>), typeof(Dictionary<string, List<int[]>>), typeof(int[,][]), typeof(int?),
            typeof(List<string>.Enumerator)
        ])
        {
            CodeTypeReferenceExpression expression = new(type);
            string text = Write(expression);
            Assert.Equal(
                expression.Type.ArrayRank > 0 || !type.IsGenericType ? type.ToString() : type.ToString().Replace(", ", ",", StringComparison.Ordinal),
                XElement.Parse(text).Attribute("Type")!.Value);
            Assert.Equal(new RuleExpressionCondition(expression), new RuleExpressionCondition((CodeExpression)Read(text)));
        }
    }

    [Fact]
    public void Type_NotExpressibleAsText_IsWrittenAsElement()
    {
        CodeTypeReference global = new("System.Math", CodeTypeReferenceOptions.GlobalReference);
        CodeTypeReference odd = new() { BaseType = "no, type[" };
        foreach (CodeTypeReference reference in (CodeTypeReference[])[global, odd])
        {
            CodeTypeReferenceExpression expression = new(reference);
            string text = Write(expression);
            Assert.Null(XElement.Parse(text).Attribute("Type"));
            Assert.Equal(new RuleExpressionCondition(expression), new RuleExpressionCondition((CodeExpression)Read(text)));
        }
    }

    [Fact]
    public void Type_OfCopiedOrChangedReference_IsWrittenCorrectly()
    {
        RuleExpressionCondition condition = new("c", (CodeExpression)Read($"<ns0:CodeTypeReferenceExpression Type='My.Color, My.Assembly' {CodeDom}/>"));
        Assert.Contains("\"My.Color, My.Assembly\"", Write(condition.Clone()), StringComparison.Ordinal);
        ((CodeTypeReferenceExpression)condition.Expression!).Type!.BaseType = "My.Shade";
        Assert.Contains("\"My.Shade\"", Write(condition), StringComparison.Ordinal);
    }

    [Fact]
    public void Attributes_OfAReference_CountInAnyOrder()
    {
        CodeTypeReference first = (CodeTypeReference)Read(
            $"<ns0:CodeTypeReference ArrayElementType='System.Int32' ArrayRank='2' BaseType='System.Int32' Options='0' {CodeDom}/>");
        Assert.Equal(2, first.ArrayRank);
        Assert.Equal("System.Int32", first.ArrayElementType!.BaseType);
        CodeTypeReference second = (CodeTypeReference)Read(
            $"<ns0:CodeTypeReference BaseType='System.Int32' Options='0' ArrayRank='0' ArrayElementType='{{p1:Null}}' {CodeDom} {Model}/>");
        Assert.Null(second.ArrayElementType);
    }

    [Fact]
    public void RuleSet_WithTypesAsText_Runs()
    {
        string document = $"""
            <RuleSet Name="colors" ChainingBehavior="full" Description="{"{p1:Null}"}" {Model}>
              <RuleSet.Rules>
                <Rule Name="largest" Active="True" Priority="1" ReevaluationBehavior="Always" Description="{"{p1:Null}"}">
                  <Rule.Condition>
                    <RuleExpressionCondition Name="{"{p1:Null}"}">
                      <RuleExpressionCondition.Expression>
                        <ns0:CodeBinaryOperatorExpression Operator="ValueEquality" {CodeDom}>
                          <ns0:CodeBinaryOperatorExpression.Left>
                            <ns0:CodeFieldReferenceExpression FieldName="Green">
                              <ns0:CodeFieldReferenceExpression.TargetObject>
                                <ns0:CodeTypeReferenceExpression Type="{typeof(Color).FullName}, Any.Assembly, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null" />
                              </ns0:CodeFieldReferenceExpression.TargetObject>
                            </ns0:CodeFieldReferenceExpression>
                          </ns0:CodeBinaryOperatorExpression.Left>
                          <ns0:CodeBinaryOperatorExpression.Right>
                            <ns0:CodeFieldReferenceExpression FieldName="Green">
                              <ns0:CodeFieldReferenceExpression.TargetObject>
                                <ns0:CodeTypeReferenceExpression Type="{typeof(Color).FullName}" />
                              </ns0:CodeFieldReferenceExpression.TargetObject>
                            </ns0:CodeFieldReferenceExpression>
                          </ns0:CodeBinaryOperatorExpression.Right>
                        </ns0:CodeBinaryOperatorExpression>
                      </RuleExpressionCondition.Expression>
                    </RuleExpressionCondition>
                  </Rule.Condition>
                  <Rule.ThenActions>
                    <RuleStatementAction>
                      <RuleStatementAction.CodeDomStatement>
                        <ns0:CodeAssignStatement LinePragma="{"{p1:Null}"}" {CodeDom}>
                          <ns0:CodeAssignStatement.Left>
                            <ns0:CodePropertyReferenceExpression PropertyName="Count">
                              <ns0:CodePropertyReferenceExpression.TargetObject><ns0:CodeThisReferenceExpression /></ns0:CodePropertyReferenceExpression.TargetObject>
                            </ns0:CodePropertyReferenceExpression>
                          </ns0:CodeAssignStatement.Left>
                          <ns0:CodeAssignStatement.Right>
                            <ns0:CodeCastExpression TargetType="System.Int32, {Core}">
                              <ns0:CodeCastExpression.Expression>
                                <ns0:CodeMethodInvokeExpression>
                                  <ns0:CodeMethodInvokeExpression.Parameters>
                                    <ns0:CodePrimitiveExpression><ns0:CodePrimitiveExpression.Value><ns1:Int64 {Values}>41</ns1:Int64></ns0:CodePrimitiveExpression.Value></ns0:CodePrimitiveExpression>
                                    <ns0:CodePrimitiveExpression><ns0:CodePrimitiveExpression.Value><ns1:Int64 {Values}>7</ns1:Int64></ns0:CodePrimitiveExpression.Value></ns0:CodePrimitiveExpression>
                                  </ns0:CodeMethodInvokeExpression.Parameters>
                                  <ns0:CodeMethodInvokeExpression.Method>
                                    <ns0:CodeMethodReferenceExpression MethodName="Max">
                                      <ns0:CodeMethodReferenceExpression.TargetObject><ns0:CodeTypeReferenceExpression Type="System.Math, {Core}" /></ns0:CodeMethodReferenceExpression.TargetObject>
                                    </ns0:CodeMethodReferenceExpression>
                                  </ns0:CodeMethodInvokeExpression.Method>
                                </ns0:CodeMethodInvokeExpression>
                              </ns0:CodeCastExpression.Expression>
                            </ns0:CodeCastExpression>
                          </ns0:CodeAssignStatement.Right>
                        </ns0:CodeAssignStatement>
                      </RuleStatementAction.CodeDomStatement>
                    </RuleStatementAction>
                    <RuleStatementAction>
                      <RuleStatementAction.CodeDomStatement>
                        <ns0:CodeAssignStatement {CodeDom}>
                          <ns0:CodeAssignStatement.Left>
                            <ns0:CodePropertyReferenceExpression PropertyName="Result">
                              <ns0:CodePropertyReferenceExpression.TargetObject><ns0:CodeThisReferenceExpression /></ns0:CodePropertyReferenceExpression.TargetObject>
                            </ns0:CodePropertyReferenceExpression>
                          </ns0:CodeAssignStatement.Left>
                          <ns0:CodeAssignStatement.Right>
                            <ns0:CodeObjectCreateExpression CreateType="System.Collections.Generic.List`1[[System.String, {Core}]], {Core}" />
                          </ns0:CodeAssignStatement.Right>
                        </ns0:CodeAssignStatement>
                      </RuleStatementAction.CodeDomStatement>
                    </RuleStatementAction>
                  </Rule.ThenActions>
                </Rule>
              </RuleSet.Rules>
            </RuleSet>
            """;
        RuleSet rules = (RuleSet)Read(document);
        Order order = new();
        new RuleEngine(rules, typeof(Order)).Execute(order);
        Assert.Equal(41, order.Count);
        Assert.IsType<List<string>>(order.Result);
        Assert.Equal(rules, Read(Write(rules)));
    }

    [Theory]
    [InlineData("xmlns:p1='http://schemas.microsoft.com/winfx/2006/xaml' Description='{p1:Null}'")]
    [InlineData("Description='{p1:Null}' xmlns:p1='http://schemas.microsoft.com/winfx/2006/xaml'")]
    [InlineData("Description='{a.b:Null}' xmlns:a.b='http://schemas.microsoft.com/winfx/2006/xaml'")]
    [InlineData("Description='{ p1:NullExtension }' xmlns:p1='http://schemas.microsoft.com/winfx/2006/xaml'")]
    [InlineData("Description='{p1:Null}'")]
    [InlineData("Description='{unknown:Null}'")]
    public void Null_UnderAnyPrefix_IsReadByAnyReader(string attributes)
    {
        string text = $"<m:RuleSet Name='set' {attributes} xmlns:m='http://schemas.microsoft.com/winfx/2006/xaml/workflow'/>";
        XmlDocument document = new();
        document.LoadXml(text);
#pragma warning disable CA3075 // The text is from this test.
        XmlReader[] readers =
        [
            XmlReader.Create(new StringReader(text)),
            new XmlNodeReader(document),
            XDocument.Parse(text).CreateReader(),
            new XmlTextReader(new StringReader(text))
        ];
#pragma warning restore CA3075
        foreach (XmlReader reader in readers)
        {
            using (reader)
            {
                Assert.Null(((RuleSet)new WorkflowMarkupSerializer().Deserialize(reader)).Description);
            }
        }
    }

    [Theory]
    [InlineData("{p1:Type System.Object}")]
    [InlineData("{p1:Null x=1}")]
    [InlineData("{Null}")]
    [InlineData("{ns0:Null}")]
    [InlineData("{a:b:Null}")]
    public void OtherMarkup_IsRefused(string markup) =>
        Assert.Contains(
            "is not supported",
            Assert.Throws<WorkflowMarkupSerializationException>(() => Read($"<RuleSet Name='set' Description='{markup}' {Model} {CodeDom}/>")).Message,
            StringComparison.Ordinal);

    [Theory]
    [InlineData("{open", "{open")]
    [InlineData("{}{x}", "{x}")]
    [InlineData("{}", "")]
    [InlineData("a{x}", "a{x}")]
    public void TextWithBraces_InAttribute_IsReadLikeWf3(string written, string read) =>
        Assert.Equal(read, ((RuleSet)Read($"<RuleSet Name='set' Description='{written}' {Model}/>")).Description);

    [Theory]
    [InlineData("String", "{}{x}", "{x}")]
    [InlineData("String", "{x}", "{x}")]
    [InlineData("String", "{}", "")]
    [InlineData("Char", "", '\0')]
    [InlineData("Char", "{", '{')]
    [InlineData("Double", "INF", double.PositiveInfinity)]
    [InlineData("Double", "-INF", double.NegativeInfinity)]
    [InlineData("Single", "INF", float.PositiveInfinity)]
    [InlineData("Boolean", "True", true)]
    [InlineData("Int32", " 5 ", 5)]
    public void Value_AsWf3WritesIt_IsRead(string type, string text, object value)
    {
        CodePrimitiveExpression read = (CodePrimitiveExpression)Read(
            $"<ns0:CodePrimitiveExpression {CodeDom}><ns0:CodePrimitiveExpression.Value><ns1:{type} {Values}>{text}</ns1:{type}></ns0:CodePrimitiveExpression.Value></ns0:CodePrimitiveExpression>");
        Assert.Equal(value, read.Value);
        Assert.Equal(value, ((CodePrimitiveExpression)Read(Write(read))).Value);
    }

    [Fact]
    public void Text_BeginsWithBrace_IsWrittenWithWf3Escape() =>
        Assert.Contains("{}{x}<", Write(Value("{x}")), StringComparison.Ordinal);

    [Theory]
    [InlineData("A`1[")]
    [InlineData("A`1[[A`1[[")]
    [InlineData("[")]
    [InlineData("A\\")]
    public void Type_AsHostileText_IsReadOrRefused(string part)
    {
        string many = string.Concat(Enumerable.Repeat(part, 100_000));
        Assert.StartsWith(
            "The name of a type has more than",
            Assert.Throws<WorkflowMarkupSerializationException>(() => Read($"<ns0:CodeTypeReferenceExpression Type='{many}' {CodeDom}/>")).Message,
            StringComparison.Ordinal);
        foreach (string closed in (string[])
        [
            string.Concat(Enumerable.Repeat("A`1[", 240)) + "B" + new string(']', 240),
            part,
            part + "]",
            string.Concat(Enumerable.Repeat(part, 90))
        ])
        {
            try
            {
                object node = Read($"<ns0:CodeTypeReferenceExpression Type='{closed}' {CodeDom}/>");
                Assert.NotNull(Write(node));
                Assert.Throws<RuleSetValidationException>(
                    () => new RuleEngine(SetOf(Rule("r", Same(Call((CodeExpression)node, "Exists", Value("/")), true))), typeof(Order)));
            }
            catch (WorkflowMarkupSerializationException exception)
            {
                Assert.NotEmpty(exception.Message);
            }
        }
    }

    private static CodeTypeReference? ReferenceOf(object node) => node switch
    {
        CodeTypeReferenceExpression expression => expression.Type,
        CodeCastExpression cast => cast.TargetType,
        CodeObjectCreateExpression create => create.CreateType,
        CodeArrayCreateExpression create => create.CreateType,
        CodeTypeReference reference => reference.ArrayElementType,
        _ => null,
    };

    private static object Read(string text)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(text));
        return new WorkflowMarkupSerializer().Deserialize(reader);
    }

    private static string Write(object rules)
    {
        StringBuilder text = new();
        using (XmlWriter writer = XmlWriter.Create(text))
        {
            new WorkflowMarkupSerializer().Serialize(writer, rules);
        }

        return text.ToString();
    }
}
