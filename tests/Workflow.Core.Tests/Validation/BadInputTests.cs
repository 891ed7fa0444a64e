using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Validation;

/// <summary>Tests definitions with several errors. All errors are reported at once, each with the path to its location.</summary>
[Rule("12.4")]
public sealed class BadInputTests
{
    private readonly Log _log = new();

    [Fact]
    public void Errors_OfTree_AreReportedTogetherWithPaths()
    {
        Variable<int> foreign = new("foreign"), shared = new("shared");
        DelegateInArgument<int> item = new("item");
        Step twice = new(_log, "twice");
        Sequence cycle = new() { DisplayName = "cycle" };
        cycle.Activities.Add(new Sequence { DisplayName = "inner", Activities = { cycle } });
        Sequence own = new() { DisplayName = "own" };
        own.Activities.Add(own);
        Sequence root = new()
        {
            DisplayName = "root",
            Activities =
            {
                new Sequence { DisplayName = "left", Variables = { shared }, Activities = { twice } },
                new Sequence { DisplayName = "right", Variables = { shared }, Activities = { twice } },
                cycle,
                own,
                new Show<int>(_log, foreign) { DisplayName = "reader" },
                new Show<int>(_log, item) { DisplayName = "stranger" },
                new Probe(_log, "host") { Delegates = { new ActivityAction<int> { Argument = item } } },
                new Assign<int> { DisplayName = "unbound" },
                new Composite("composite", () => new Show<int>(_log, new ArgumentValue<int>("None")) { DisplayName = "hidden" }),
            },
        };
        Assert.Equal(
            [
                "'composite' (root/composite): inside its implementation, at 'ArgumentValue<Int32>' (root/composite/hidden/ArgumentValue<Int32>): "
                    + "The argument 'None' does not exist around this expression; name an argument of the activity whose implementation it is in.",
                "'unbound' (root/unbound): The required argument 'Value' has no value; bind it to an expression.",
                "'unbound' (root/unbound): The required argument 'To' has no value; bind it to an expression.",
                "'DelegateArgumentValue<Int32>' (root/stranger/DelegateArgumentValue<Int32>): The delegate argument 'item' is not in scope here; read it inside the activity or delegate that declares it.",
                "'VariableValue<Int32>' (root/reader/VariableValue<Int32>): The variable 'foreign' is not in scope here; declare it in Variables of an enclosing activity.",
                "'own' (root/own): 'own' is used as its own child; an activity object has one place in a tree, so build another one.",
                "'inner' (root/cycle/inner): 'cycle' is used by 'inner', which lies inside it; an activity object has one place in a tree, so build another one.",
                "'left' (root/left): The variable 'shared' is declared by 'right' too; an activity needs variables of its own.",
                "'left' (root/left): 'twice' is used by 'right' and by 'left'; an activity object has one place in a tree, so build another one.",
            ],
            Errors(root));
    }

    [Fact]
    public void Cycle_ThroughHandler_IsReported()
    {
        ForEach<int> loop = new() { DisplayName = "loop", Values = new InArgument<IEnumerable<int>>(_ => Array.Empty<int>()) };
        loop.Body = new ActivityAction<int> { Handler = new Sequence { DisplayName = "body", Activities = { loop } } };
        Definitions.AssertInvalid(loop, "'body' (loop/body): 'loop' is used by 'body', which lies inside it");
    }

    [Fact]
    public void Cycle_ThroughExpression_IsReported()
    {
        Loop<int> expression = new();
        expression.Input = new InArgument<int>(expression);
        Definitions.AssertInvalid(new Show<int>(_log, expression) { DisplayName = "root" }, "is used as its own child");
    }

    [Fact]
    public void Cycle_ThroughImplementation_IsReported()
    {
        Composite composite = null!;
        composite = new Composite("composite", () => new Sequence { DisplayName = "inner", Activities = { composite } });
        Definitions.AssertInvalid(composite, "'composite' (composite): inside its implementation, at 'inner'", "which lies inside it");
    }

    [Fact]
    public void Implementation_InfiniteRecursion_IsReported()
    {
        string message = Definitions.ErrorsOf(Endless());
        Assert.StartsWith(
            "The workflow definition is invalid:" + Environment.NewLine + "'endless' (endless): inside its implementation",
            message,
            StringComparison.Ordinal);
        Assert.Contains("1,000", Assert.Single(ActivityValidationServices.Validate(Endless()).Errors).Message, StringComparison.Ordinal);

        static Composite Endless() => new("endless", Endless);
    }

    [Fact]
    public void DelegateArgument_OfTwoDelegates_IsReported()
    {
        DelegateInArgument<int> shared = new("shared");
        Definitions.AssertInvalid(
            new Probe(_log, "root")
            {
                Delegates =
                {
                    new ActivityAction<int> { DisplayName = "one", Argument = shared },
                    new ActivityAction<int> { DisplayName = "two", Argument = shared }
                },
            },
            "'root' (root): The delegate argument 'shared' of 'two'");
        Definitions.AssertInvalid(
            new Probe(_log, "root") { Delegates = { new ActivityAction<int, int> { Argument1 = shared, Argument2 = shared } } },
            "'shared'");
    }

    [Fact]
    public void RuntimeArgument_DeclaredTwice_IsReported()
    {
        RuntimeArgument shared = new("shared", typeof(int), ArgumentDirection.In);
        Declares child = new("child", metadata => metadata.AddArgument(shared));
        Declares root = new("root", metadata =>
        {
            metadata.AddArgument(shared);
            metadata.AddChild(child);
        });
        Definitions.AssertInvalid(root, "'child' (root/child): The argument 'shared' is declared by 'root' too");
    }

    [Fact]
    public void ArgumentObject_OfTwoArguments_IsReported()
    {
        InArgument<int> shared = new();
        Definitions.AssertInvalid(new Probe(_log, "root") { Input = shared, SecondInput = shared }, "'root' (root): The argument object of");
        Definitions.AssertInvalid(
            new Probe(_log, "root", new Probe(_log, "child") { Input = shared }) { Input = shared },
            "'child' (root/child): The argument object of 'Input'");
        InArgument<int> bound = new(1);
        Definitions.AssertInvalid(new Probe(_log, "root", new Probe(_log, "child") { Input = bound }) { Input = bound }, "'Literal<Int32>' is used by");
    }

    [Fact]
    public void Catches_SameTypeTwice_AreRefused()
    {
        TryCatch tryCatch = new() { Catches = { new Catch<FormatException>() } };
        Assert.Throws<ArgumentException>(() => tryCatch.Catches.Add(new Catch<FormatException>()));
    }

    [Fact]
    [Rule("12.10")]
    public void OverloadGroups_OfRoot_AreValidatedBeforeStart()
    {
        Definitions.AssertInvalid(new Twin { DisplayName = "root" }, "'root' (root): The overload groups 'A' and 'B' have the same arguments");
    }

    private static string[] Errors(Activity root) => Definitions.ErrorsOf(root).Split(Environment.NewLine)[1..];

    private sealed class Loop<T> : CodeActivity<T>
    {
        public InArgument<T>? Input { get; set; }

        protected override T Execute(CodeActivityContext context) => Input!.Get(context)!;
    }

    private sealed class Twin : CodeActivity
    {
        [OverloadGroup("A")]
        [OverloadGroup("B")]
        public InArgument<int>? Value { get; set; }

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
