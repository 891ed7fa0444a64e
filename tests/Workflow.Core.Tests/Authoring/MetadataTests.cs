using System.Collections.ObjectModel;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Declarations that the engine derives from the public properties of an activity.</summary>
[Rule("12.7")]
public sealed class MetadataTests
{
    private readonly Log _log = new();

    [Fact]
    public void NativeActivity_ByDefault_DeclaresItsPropertyValues()
    {
        Everything everything = new(_log);
        Definitions.Freeze(everything);
        Assert.Equal(["Both", "In", "Inherited", "Out", "keyed one", "keyed two"], everything.Arguments.Order(StringComparer.Ordinal));
        Assert.Equal(["single", "listed", "collected", "inherited"], everything.Children);
        Assert.Equal(["variable", "listed variable"], everything.VariableNames);
        Assert.Equal(["delegate", "listed delegate"], everything.DelegateNames);
    }

    [Fact]
    public void NativeActivity_DeclaresThePropertiesOfTheDerivedClassFirst()
    {
        Everything everything = new(_log);
        Definitions.Freeze(everything);
        Assert.Equal("Inherited", everything.Arguments[^1]);
        Assert.Equal("inherited", everything.Children[^1]);
    }

    [Fact]
    public void OtherProperties_AreNotConsidered()
    {
        Ignoring ignoring = new(_log);
        Definitions.Freeze(ignoring);
        Assert.Empty(ignoring.Found);
    }

    [Fact]
    public void CodeActivity_DeclaresArgumentsOnly()
    {
        CodeWithChild code = new(_log);
        Assert.Single(Definitions.Freeze(code).Plans);
        Assert.Null(code.Child!.Id);
    }

    [Fact]
    public void Composite_ImportsItsChildrenAndDelegates()
    {
        Step body = new(_log, "body"), handler = new(_log, "handler");
        Composite composite = new("composite", () => null) { Body = body, Action = new ActivityAction { Handler = handler } };
        Definitions.Freeze(composite);
        Assert.Equal((ChildRelation.ImportedChild, ChildRelation.ImportedHandler), (body.Relation, handler.Relation));
        Assert.Equal(["2", "3"], new[] { body.Id, handler.Id }.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("key", true)]
    public void Dictionary_WithAnEmptyKeyOrANullArgument_IsRefused(string key, bool isNull)
    {
        Keyed keyed = new() { DisplayName = "keyed", Arguments = { [key] = isNull ? null! : new InArgument<int>() } };
        ValidationException refused = Assert.Throws<ValidationException>(() => WorkflowInvoker.Invoke(keyed));
        Assert.Contains("'keyed'", refused.Message, StringComparison.Ordinal);
        Assert.Contains("'Arguments'", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void NullItems_AreSkipped() =>
        Definitions.AssertValid(new Sequence { Activities = { new Everything(_log) { Single = null, Listed = { null! }, Variable = null, Delegate = null } } });

    [Fact]
    [Rule("12.8")]
    public void NullArguments_AreFilledWithEmptyOnes()
    {
        Everything everything = new(_log);
        Definitions.Freeze(everything);
        Assert.NotNull(everything.In);
        Assert.NotNull(everything.Out);
        Assert.NotNull(everything.Both);
        Assert.Null(everything.In.Expression);
    }

    [Theory, Lanes]
    [Rule("12.8")]
    public void UnboundRuntimeArgument_OfAPropertysName_BindsToTheProperty(Lane lane)
    {
        ByHand activity = new(_log) { Value = 5, Other = "text" };
        Runner.Run(activity, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("5", "undeclared", "wrong type 0");
    }

    [Theory, Lanes]
    [Rule("12.8")]
    public void RuntimeArgument_IsReadAndWrittenWithoutAProperty(Lane lane)
    {
        RuntimeArgument input = new("In", typeof(int), ArgumentDirection.In), output = new("Out", typeof(int), ArgumentDirection.Out);
        Declares root = new("root", metadata =>
        {
            metadata.AddArgument(input);
            metadata.AddArgument(output);
        })
        {
            Body = context => output.Set(context, input.Get<int>(context) + (int)input.Get(context)! + (int)context.GetValue(input)!),
        };
        Assert.Equal(15, Runner.Run(root, lane, new Dictionary<string, object?> { ["In"] = 5 }).Outputs["Out"]);
    }

    [Theory, Lanes]
    [Rule("12.8")]
    public void Argument_NotDeclared_CannotBeRead(Lane lane)
    {
        InArgument<int> undeclared = new(5);
        Step step = new(_log, "step", context =>
        {
            Assert.Throws<InvalidOperationException>(() => undeclared.Get(context));
            Assert.Throws<InvalidOperationException>(() => undeclared.Set(context, 1));
            Assert.Throws<InvalidOperationException>(() => context.GetValue(undeclared));
            Assert.Throws<InvalidOperationException>(() => undeclared.GetLocation(context));
        });
        Runner.Run(step, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Create_OfATypeAndDirection_MakesTheGenericArgument()
    {
        Assert.IsType<InArgument<string>>(Argument.Create(typeof(string), ArgumentDirection.In));
        Assert.IsType<OutArgument<int>>(Argument.Create(typeof(int), ArgumentDirection.Out));
        Assert.IsType<InOutArgument<int>>(Argument.Create(typeof(int), ArgumentDirection.InOut));
    }

    [Theory, Lanes]
    public void CreateReference_OfEachDirection_AccessesTheOuterArgument(Lane lane)
    {
        Log log = new();
        Composite composite = null!;
        composite = new Composite("composite", Implement) { Input = new InArgument<int>(5), Output = new OutArgument<int>() };
        Assert.Equal(8, Runner.Run(composite, lane).Outputs["Output"]);
        log.AssertIs("5");

        Sequence Implement() => new()
        {
            Activities =
            {
                new Show<int>(log, (InArgument<int>)InArgument.CreateReference(composite.Input!, "Input")),
                new Put<int>(8) { To = (OutArgument<int>)OutArgument.CreateReference(composite.Output!, "Output") },
            },
        };
    }

    [Fact]
    public void Expression_OfTheWrongType_IsRefused()
    {
        Argument argument = new InArgument<int>();
        Assert.Throws<ArgumentException>(() => argument.Expression = new Expressions.Literal<string>("text"));
        argument = new OutArgument<int>();
        Assert.Throws<ArgumentException>(() => argument.Expression = new Expressions.Literal<int>(1));
    }

    private class Inheriting : NativeActivity
    {
        public Activity? InheritedChild { get; set; }

        public InArgument<int>? Inherited { get; set; }

        protected override void Execute(NativeActivityContext context)
        {
        }
    }

    private sealed class Everything : Inheriting
    {
        public Everything(Log log)
        {
            Single = new Step(log, "single");
            Listed.Add(new Step(log, "listed"));
            Collected.Add(new Step(log, "collected"));
            InheritedChild = new Step(log, "inherited");
        }

        public InArgument<int>? In { get; set; }

        public OutArgument<int>? Out { get; set; }

        public InOutArgument<int>? Both { get; set; }

        public Dictionary<string, InArgument<int>> Dictionary { get; } = new() { ["keyed one"] = 1, ["keyed two"] = 2 };

        public Activity? Single { get; set; }

        public List<Activity> Listed { get; } = [];

        public Collection<Step> Collected { get; } = [];

        public Variable? Variable { get; set; } = new Variable<int>("variable");

        public IList<Variable<string>> Variables { get; } = [new("listed variable")];

        public ActivityDelegate? Delegate { get; set; } = new ActivityAction { DisplayName = "delegate" };

        public ICollection<ActivityAction> Delegates { get; } = [new() { DisplayName = "listed delegate" }];

        public List<string> Arguments { get; private set; } = [];

        public List<string> Children { get; private set; } = [];

        public List<string> VariableNames { get; private set; } = [];

        public List<string> DelegateNames { get; private set; } = [];

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            Arguments = [.. metadata.Declaration.Arguments.Select(argument => argument.Name!)];
            Children = [.. metadata.Declaration.Children.Select(child => child.DisplayName)];
            VariableNames = [.. metadata.Declaration.Variables.Select(variable => variable.Name!)];
            DelegateNames = [.. metadata.Declaration.Delegates.Select(activityDelegate => activityDelegate.DisplayName)];
            Assert.Equal(Arguments, metadata.GetArgumentsWithReflection().Select(argument => argument.Name));
            Assert.Equal(Children, metadata.GetChildrenWithReflection().Select(child => child.DisplayName));
            Assert.Equal(VariableNames, metadata.GetVariablesWithReflection().Select(variable => variable.Name!));
            Assert.Equal(DelegateNames, metadata.GetDelegatesWithReflection().Select(activityDelegate => activityDelegate.DisplayName));
        }
    }

    private sealed class Ignoring : NativeActivity
    {
        public readonly Activity Field;

        public Ignoring(Log log)
        {
            Step step = new(log, "step");
            Field = step;
            Untyped = step;
            Static = step;
            Hidden = step;
            Array = [step];
            Enumerated = [step];
            ByName = new Dictionary<string, Activity> { ["step"] = step };
            ListOfArguments = [new InArgument<int>(1)];
            Loose = new InArgument<int>(1);
            NotGeneric = [step];
        }

        public static Activity? Static { get; set; }

        public object Untyped { get; }

        public Activity[] Array { get; }

        public IEnumerable<Activity> Enumerated { get; }

        public Dictionary<string, Activity> ByName { get; }

        public List<InArgument<int>> ListOfArguments { get; }

        public InArgument Loose { get; }

        public StepList NotGeneric { get; }

        public List<string> Found { get; } = [];

        private Activity Hidden { get; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            Found.AddRange(metadata.Declaration.Arguments.Select(argument => argument.Name!));
            Found.AddRange(metadata.Declaration.Children.Select(child => child.DisplayName));
        }

        protected override void Execute(NativeActivityContext context) => Assert.NotNull(Hidden);
    }

    private sealed class StepList : Collection<Activity>;

    private sealed class CodeWithChild(Log log) : CodeActivity
    {
        public Activity? Child { get; set; } = new Step(log, "child");

        public Variable<int>? Variable { get; set; } = new("variable");

        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    private sealed class Keyed : CodeActivity
    {
        public Dictionary<string, InArgument<int>> Arguments { get; } = [];

        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    /// <summary>Declares two arguments explicitly: one that matches a property, and one whose property has another type.</summary>
    private sealed class ByHand(Log log) : CodeActivity
    {
        private readonly RuntimeArgument _other = new("Other", typeof(int), ArgumentDirection.In);

        public InArgument<int>? Value { get; set; }

        public InArgument<string>? Other { get; set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata)
        {
            metadata.AddArgument(new RuntimeArgument("Value", typeof(int), ArgumentDirection.In));
            metadata.AddArgument(_other);
        }

        protected override void Execute(CodeActivityContext context)
        {
            log.Add($"{Value!.Get(context)}");
            Assert.Throws<InvalidOperationException>(() => Other!.Get(context));
            log.Add("undeclared");
            log.Add($"wrong type {_other.Get(context)}");
        }
    }
}
