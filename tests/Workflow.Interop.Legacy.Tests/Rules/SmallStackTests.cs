using System.CodeDom;
using System.Text;
using System.Xml;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.ComponentModel.Serialization;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static System.CodeDom.CodeBinaryOperatorType;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;

namespace Workflow.Interop.Legacy.Tests.Rules;

/// <summary>Expressions close to the maximum depth, on threads with a small stack: the stack does not overflow (A.13a item 3).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class SmallStackTests
{
    private const int SmallStack = 256 * 1024;
    private const int SmallestStack = 160 * 1024;

    public static TheoryData<string, CodeExpression> DeepConditions() => new()
    {
        { "texts", Same(Deep(Property("Name"), static deep => Op(Property("Name"), Add, deep)), "x") },
        { "numbers", Less(Deep(Property("Count"), static deep => Op(deep, Add, Property("Count"))), 5) },
        { "decimals", Less(Deep(Property("Total"), static deep => Op(Property("Total"), Add, deep)), 5) },
        { "calls", Less(Deep(Value(1), static deep => Call(Type(typeof(Math)), "Max", Value(1), deep)), 5) },
        { "or", Deep(Property("Flag"), static deep => Op(Property("Flag"), BooleanOr, deep)) },
    };

    [Theory]
    [MemberData(nameof(DeepConditions))]
    public void Condition_DeepOnSmallStack_Runs(string name, CodeExpression deep)
    {
        RuleValidation validation = new(typeof(Order), null);
        RuleExpressionCondition condition = new(name, deep);
        Assert.True(condition.Validate(validation), name);
        OnSmallStack(() =>
        {
            for (int i = 0; i < 80; i++)
            {
                condition.Evaluate(new RuleExecution(validation, new Order()));
            }
        });
    }

    [Theory]
    [MemberData(nameof(DeepConditions))]
    public void Condition_DeepOnSmallStack_IsNeitherClonedNorWritten(string name, CodeExpression deep)
    {
        RuleExpressionCondition condition = new(name, deep);
        RuleExpressionCondition other = (RuleExpressionCondition)condition.Clone();
        OnSmallStack(() =>
        {
            Assert.EndsWith(
                "too deep for the stack of this thread; divide it into smaller expressions.",
                Assert.Throws<InvalidOperationException>(() => condition.Clone()).Message,
                StringComparison.Ordinal);
            // The depth to which two conditions can be compared depends on the stack. The comparison does not throw.
            _ = condition.Equals(other);
            using XmlWriter writer = XmlWriter.Create(new StringBuilder());
            Assert.Throws<WorkflowMarkupSerializationException>(() => new WorkflowMarkupSerializer().Serialize(writer, condition));
        }, SmallestStack);
        Assert.True(condition.Equals(other));
    }

    [Fact]
    public void Workflow_DeepRuleOnSmallStack_ReportsIt() => OnSmallStack(static () =>
    {
        using WorkflowRuntime runtime = new();
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(DeepRules)));
        Assert.Contains(
            "The condition of the rule 'deep': the expression or statement is too deep for the stack of this thread",
            exception.Message,
            StringComparison.Ordinal);
    });

    [Theory]
    [InlineData(95, true)]
    [InlineData(120, false)]
    public void Action_ChangesStruct_HasAtMost100Levels(int levels, bool isValid)
    {
        CodeExpression deep = Value(1);
        for (int i = 0; i < levels; i++)
        {
            deep = Op(deep, Add, Value(1));
        }

        string[] errors = ErrorsOf<Order>(Rule("r", Value(true), Set(new CodeFieldReferenceExpression(Field("Spot"), "X"), deep)));
        Assert.Equal(
            isValid
                ? []
                : [
                    "The then action 1 of the rule 'r': the expression or statement changes a struct and has more than 100 levels; divide it into smaller ones."
                ],
            errors);
    }

    private static CodeExpression Deep(CodeExpression seed, Func<CodeExpression, CodeExpression> around)
    {
        for (int i = 0; i < 240; i++)
        {
            seed = around(around(seed));
        }

        return seed;
    }

    private static void OnSmallStack(Action action, int size = SmallStack)
    {
        Exception? failure = null;
        Thread thread = new(() => failure = Record.Exception(action), size);
        thread.Start();
#pragma warning disable RS0030 // The test needs its own thread to have a small stack.
        thread.Join();
#pragma warning restore RS0030
        Assert.Null(failure);
    }

    public sealed class DeepRules : SequentialWorkflowActivity
    {
        public DeepRules()
        {
            RuleDefinitions definitions = new();
            CodeExpression deep = Same(Deep(Property("Description"), static deep => Op(Property("Description"), Add, deep)), "x");
            definitions.RuleSets.Add(SetOf(Rule("deep", deep, new RuleHaltAction())));
            SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            this.With(new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") });
        }
    }
}
