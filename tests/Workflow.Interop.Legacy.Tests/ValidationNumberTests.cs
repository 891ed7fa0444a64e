using System.CodeDom;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>CreateWorkflow refuses what WF3 refuses, with the error numbers of WF3 (A.9, A.13a item 10).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ValidationNumberTests
{
    public static TheoryData<string, int[]> Cases() => new()
    {
        { "duplicate", [0x602] }, { "code", [0x116] }, { "ifEmpty", [0x50C] }, { "ifOther", [0x50D] }, { "branch", [0x50E] }, { "branchCondition", [0x116] },
        { "while", [0x60B, 0x116] }, { "parallel", [0x517] }, { "parallelOther", [0x518] }, { "listen", [0x513] }, { "listenOther", [0x514] },
        { "eventEmpty", [0x511] }, { "eventOther", [0x512] }, { "eventOutside", [0x510] }, { "handlerOutside", [0x519] }, { "faultType", [0x116] },
        { "faultNoException", [0x51A] }, { "handlersOther", [0x51E] }, { "handlersSame", [0x520] }, { "handlersOrder", [0x521] }, { "handlersRight", [] },
        { "externalEmpty", [0x116, 0x116] }, { "callEmpty", [0x116, 0x116] }, { "externalName", [0x528] }, { "callName", [0x528] }, { "correlation", [0x109] },
        { "policy", [0x116] }, { "halt", [0x54C] }, { "haltLast", [] }, { "throw", [0x116] },
        { "bindActivity", [0x129] }, { "bindRelative", [0x128] }, { "bindName", [0x613] }, { "bindMember", [0x60D] }, { "bindPath", [0x12C] },
        { "bindParameter", [0x129] }, { "bindCondition", [0x129] }, { "bindEvent", [0x60D] }, { "bindRight", [] },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void CreateWorkflow_InvalidDefinition_HasWf3Numbers(string name, int[] numbers)
    {
        Invalid.Kind = name;
        using WorkflowRuntime runtime = new();
        int[] found = [];
        try
        {
            // Each case needs a new runtime, because a runtime validates a type once.
            runtime.CreateWorkflow(typeof(Invalid));
        }
        catch (WorkflowValidationFailedException exception)
        {
            found = [.. exception.Errors.Select(static error => error.ErrorNumber)];
            Assert.All(exception.Errors, static error => Assert.False(error.IsWarning));
        }

        Assert.Equal(numbers.Order(), found.Order());
    }

    [Fact]
    public void CreateWorkflow_BindingUnresolvable_NamesIt()
    {
        Invalid.Kind = "bindPath";
        using WorkflowRuntime runtime = new();
        ValidationError error = Assert.Single(Assert.Throws<WorkflowValidationFailedException>(() => runtime.CreateWorkflow(typeof(Invalid))).Errors);
        Assert.Equal("The activity 'bound' binds 'Left' to 'invalid, Text.Size', and there is no member 'Size'; correct the path.", error.ErrorText);
        Assert.Equal("Left", error.PropertyName);
    }

    [Fact]
    public void CreateWorkflow_WithAnEmptyId_IsRefused()
    {
        using WorkflowRuntime runtime = new();
        Assert.Equal("instanceId", Assert.Throws<ArgumentException>(() => runtime.CreateWorkflow(typeof(Waits), null, Guid.Empty)).ParamName);
        Assert.False(runtime.IsStarted);
    }

    [Fact]
    public void Validate_ActionsAfterHalt_WarnsAndRefusesRules()
    {
        RuleSet rules = new("set")
        {
            Rules =
            {
                new Rule("r", new RuleExpressionCondition(new CodePrimitiveExpression(true)), [new RuleHaltAction(), new RuleUpdateAction("this/Count/")])
            }
        };
        RuleValidation validation = new(typeof(Order), null);
        Assert.False(rules.Validate(validation));
        ValidationError warning = Assert.Single(validation.Errors);
        Assert.True(warning.IsWarning);
        Assert.Equal(
            "The then actions of the rule 'r': there are actions after the halt, which never run; remove them or move the halt to the end.",
            warning.ErrorText);
    }

    public sealed class Invalid : SequentialWorkflowActivity
    {
        private readonly string _text = "text";

        public Invalid()
        {
            Name = "invalid";
            this.With(_text == (Kind ?? string.Empty) ? Code("none", Nothing) : Build(Kind ?? string.Empty));
        }

        [field: ThreadStatic]
        public static string? Kind { get; set; }

        public string Text => _text;

        public object? Any { get; set; }

        private static void Nothing(object? sender, EventArgs e)
        {
        }

        private static Activity Build(string kind) => kind switch
        {
            "duplicate" => Sequence("s", Code("a", Nothing), Code("a", Nothing)),
            "code" => new CodeActivity("code"),
            "ifEmpty" => new IfElseActivity("if"),
            "ifOther" => new IfElseActivity("if").With(Code("a", Nothing)),
            "branch" => new IfElseBranchActivity("branch"),
            "branchCondition" => new IfElseActivity("if").With(new IfElseBranchActivity("one"), new IfElseBranchActivity("two")),
            "while" => new WhileActivity("while"),
            "parallel" => new ParallelActivity("parallel").With(Sequence("one")),
            "parallelOther" => new ParallelActivity("parallel").With(Sequence("one"), Code("a", Nothing)),
            "listen" => new ListenActivity("listen").With(On("one", Delay("d", 1))),
            "listenOther" => new ListenActivity("listen").With(On("one", Delay("d", 1)), Code("a", Nothing)),
            "eventEmpty" => new ListenActivity("listen").With(On("one", Delay("d", 1)), new EventDrivenActivity("empty")),
            "eventOther" => new ListenActivity("listen").With(On("one", Delay("d", 1)), On("other", Code("a", Nothing))),
            "eventOutside" => On("one", Delay("d", 1)),
            "handlerOutside" => Handler<Exception>("handler"),
            "faultType" => WithHandlers(new FaultHandlerActivity("handler")),
            "faultNoException" => WithHandlers(new FaultHandlerActivity("handler") { FaultType = typeof(string) }),
            "handlersOther" => WithHandlers(Code("other", Nothing)),
            "handlersSame" => WithHandlers(Handler<FormatException>("one"), Handler<FormatException>("two")),
            "handlersOrder" => WithHandlers(Handler<SystemException>("base"), Handler<FormatException>("derived")),
            "handlersRight" => WithHandlers(Handler<FormatException>("derived"), Handler<ArithmeticException>("other"), Handler<Exception>("base")),
            "externalEmpty" => new HandleExternalEventActivity("event"),
            "callEmpty" => new CallExternalMethodActivity("call"),
            "externalName" => new HandleExternalEventActivity("event") { InterfaceType = typeof(IOrders), EventName = "Gone" },
            "callName" => new CallExternalMethodActivity("call") { InterfaceType = typeof(IOrders), MethodName = "Gone" },
            "correlation" => new HandleExternalEventActivity("event") { InterfaceType = typeof(ITasks), EventName = "Completed" },
            "policy" => new PolicyActivity("policy"),
            "halt" => WithRules(new RuleHaltAction(), new RuleUpdateAction("this/Name/")),
            "haltLast" => WithRules(new RuleUpdateAction("this/Name/"), new RuleHaltAction()),
            "throw" => new ThrowActivity("throw"),
            _ => Bound(kind),
        };

        private static Activity Bound(string kind)
        {
            Adder bound = new() { Name = "bound" };
            (DependencyObject part, DependencyProperty property, ActivityBind bind) = kind switch
            {
                "bindActivity" => (bound, Adder.LeftProperty, new ActivityBind("gone", "Left")),
                "bindRelative" => ((DependencyObject)bound, Adder.LeftProperty, new ActivityBind("/Parent", "Left")),
                "bindName" => (bound, Adder.LeftProperty, new ActivityBind(string.Empty, "Left")),
                "bindMember" => (bound, Adder.LeftProperty, new ActivityBind("invalid", "Gone")),
                "bindPath" => (bound, Adder.LeftProperty, new ActivityBind("invalid", "Text.Size")),
                "bindRight" => (bound, Adder.LeftProperty, new ActivityBind("invalid", "Any.Whatever")),
                _ => (bound, Adder.LeftProperty, new ActivityBind("/Self", "Right")),
            };
            part.SetBinding(property, bind);
            CallExternalMethodActivity call = new("call") { InterfaceType = typeof(IOrders), MethodName = "Fail" };
            WorkflowParameterBinding parameter = new("p");
            parameter.SetBinding(WorkflowParameterBinding.ValueProperty, new ActivityBind(kind == "bindParameter" ? "gone" : "invalid", "Text"));
            call.ParameterBindings.Add(parameter);
            CodeCondition condition = new();
            condition.SetBinding(CodeCondition.ConditionEvent, new ActivityBind(kind == "bindCondition" ? "gone" : "invalid", "Nothing"));
            CodeActivity code = new("code");
            code.SetBinding(CodeActivity.ExecuteCodeEvent, new ActivityBind("invalid", kind == "bindEvent" ? "Gone" : "Nothing"));
            return Sequence("s", bound, call, code, new WhileActivity("while") { Condition = condition }.With(Code("a", Nothing)));
        }

        private static SequenceActivity WithHandlers(params Activity[] handlers) =>
            Sequence("s", Code("a", Nothing), new FaultHandlersActivity("handlers").With(handlers));

        private static SequenceActivity WithRules(params RuleAction[] actions)
        {
            RuleDefinitions definitions = new();
            definitions.RuleSets.Add(new RuleSet("set") { Rules = { new Rule("r", new RuleExpressionCondition(new CodePrimitiveExpression(true)), actions) } });
            SequenceActivity sequence = Sequence("s", new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") });
            sequence.SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            return sequence;
        }
    }
}
