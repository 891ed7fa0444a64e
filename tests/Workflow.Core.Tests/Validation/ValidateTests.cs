using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Validation;

/// <summary>Tests the validation of a definition without a run.</summary>
[Rule("12.3")]
[Rule("12.4")]
public sealed class ValidateTests
{
    private readonly Log _log = new();

    [Fact]
    public void Validate_ValidDefinition_FindsNothing()
    {
        ValidationResults results = ActivityValidationServices.Validate(Node("root", Node("child")));
        Assert.Empty(results.Errors);
        Assert.Empty(results.Warnings);
    }

    [Fact]
    public void Validate_ReportsErrorsAndWarningsInTraversalOrder()
    {
        Constrained first = Wrong("first"), last = Wrong("last");
        Declares careful = new("careful", metadata => metadata.AddValidationError(new ValidationError("careful", isWarning: true)));
        ValidationResults results = ActivityValidationServices.Validate(Node("root", first, careful, last));
        Assert.Equal([last, first], results.Errors.Select(error => error.Source));
        Assert.Equal(["2", "4"], results.Errors.Select(error => error.Id));
        Assert.Same(careful, Assert.Single(results.Warnings).Source);
    }

    [Fact]
    public void Validate_ErrorInsideImplementation_NamesOuterActivity()
    {
        Composite composite = new("composite", () => Wrong("hidden"));
        ValidationError error = Assert.Single(ActivityValidationServices.Validate(new Sequence { Activities = { composite } }).Errors);
        Assert.Same(composite, error.Source);
        Assert.Equal("2", error.Id);
        Assert.Contains("inside", error.Message, StringComparison.Ordinal);
        Assert.Contains("'hidden'", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_Again_DetectsChanges()
    {
        Constrained root = Wrong("root");
        Assert.Single(ActivityValidationServices.Validate(root).Errors);
        root.Errors.Clear();
        Assert.Empty(ActivityValidationServices.Validate(root).Errors);
        WorkflowInvoker.Invoke(root);
    }

    [Fact]
    public void Validate_DoesNotReplaceWalkOfRun()
    {
        Constrained root = Node("root");
        ActivityValidationServices.Validate(root);
        WorkflowInvoker.Invoke(root);
        _log.AssertIs("root declares", "root declares");
    }

    [Fact]
    public void Validate_AfterCacheMetadata_RunWalksAgain()
    {
        Constrained root = Node("root");
        WorkflowInspectionServices.CacheMetadata(root);
        ActivityValidationServices.Validate(root);
        WorkflowInvoker.Invoke(root);
        Assert.Equal(3, _log.Entries.Length);
    }

    [Fact]
    public void Validate_RootHasRun_IsRefused()
    {
        Constrained child = Node("child"), root = Node("root", child);
        WorkflowInvoker.Invoke(root);
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => ActivityValidationServices.Validate(root));
        Assert.Contains("'root'", refused.Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => ActivityValidationServices.Validate(child));
        WorkflowInvoker.Invoke(root);
        Assert.Equal(2, _log.Entries.Length);
    }

    [Fact]
    public void Validate_RunWasRefused_IsAllowed()
    {
        RequiresArgument root = new();
        Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(root));
        Assert.Empty(ActivityValidationServices.Validate(root).Errors);
    }

    [Fact]
    public void Validate_NewRootAroundUsedRoot_IsAllowed()
    {
        Constrained old = Node("old");
        WorkflowInvoker.Invoke(old);
        Assert.Empty(ActivityValidationServices.Validate(Node("new", old)).Errors);
    }

    [Fact]
    public void Validate_DoesNotSetNullArguments()
    {
        RequiresArgument root = new();
        ActivityValidationServices.Validate(root);
        Assert.Null(root.Needed);
        root.Needed = 5;
        WorkflowInvoker.Invoke(root);
        Assert.Equal(5, root.Seen);
    }

    [Fact]
    public void Validate_Function_DoesNotSetResult()
    {
        Compute<int> root = new(_log, "root", _ => 3);
        ActivityValidationServices.Validate(root);
        Assert.Null(root.Result);
        Assert.Equal(3, WorkflowInvoker.Invoke(root));
    }

    [Fact]
    [Rule("12.8")]
    public void RuntimeArgument_KeptByActivity_IsReboundInEachWalk()
    {
        KeepsDeclaration root = new();
        ActivityValidationServices.Validate(root);
        root.Value = 7;
        WorkflowInvoker.Invoke(root);
        Assert.Equal(7, root.Seen);
    }

    [Fact]
    public void Validate_PrepareForRuntime_SetsArgumentsAndReplacesWalk()
    {
        RequiresArgument child = new();
        Constrained root = Node("root", child);
        ValidationSettings settings = new() { PrepareForRuntime = true };
        Assert.Single(ActivityValidationServices.Validate(root, settings).Errors);
        Assert.NotNull(child.Needed);
        child.Needed = 4;
        Assert.Empty(ActivityValidationServices.Validate(root, settings).Errors);
        WorkflowInvoker.Invoke(root);
        Assert.Equal(4, child.Seen);
        _log.AssertIs("root declares", "root declares");
    }

    [Fact]
    public void Validate_PrepareForRuntimePartially_IsRefused()
    {
        Constrained root = Node("root");
        Assert.Throws<ArgumentException>(
            () => ActivityValidationServices.Validate(root, new ValidationSettings { PrepareForRuntime = true, SingleLevel = true }));
        Assert.Throws<ArgumentException>(
            () => ActivityValidationServices.Validate(root, new ValidationSettings { PrepareForRuntime = true, SkipValidatingRootConfiguration = true }));
        Assert.Throws<ArgumentException>(
            () => ActivityValidationServices.Validate(root, new ValidationSettings { PrepareForRuntime = true, OnlyUseAdditionalConstraints = true }));
        Assert.Empty(_log.Entries);
    }

    [Fact]
    public void SingleLevel_ValidatesRootOnly()
    {
        Constrained root = Node("root", Wrong("child").With(Rules.On(_ => "by constraint"))).With(Rules.On(_ => "root by constraint"));
        root.Errors.Add("root is wrong");
        ValidationResults results = ActivityValidationServices.Validate(root, new ValidationSettings { SingleLevel = true });
        Assert.Equal(["root is wrong", "root by constraint"], results.Errors.Select(error => error.Message));
        _log.AssertIs("root declares");
    }

    [Fact]
    public void SingleLevel_ConstraintOnSubtree_ReportsRootOnly()
    {
        Constraint rule = Rules.OnTree(place => new GetChildSubtree { ValidationContext = place }, (_, subtree) => $"{subtree.Length}");
        Constrained root = Node("root", Wrong("child").With(Rules.On(_ => "by constraint"))).With(rule);
        Assert.Equal(["1"], ActivityValidationServices.Validate(root, new ValidationSettings { SingleLevel = true }).Errors.Select(error => error.Message));
    }

    [Fact]
    public void SkipValidatingRootConfiguration_SkipsRootChecks()
    {
        Clashing root = new() { Child = Wrong("child").With(Rules.On(_ => "child by constraint")) };
        root.Add(Rules.On(_ => "root by constraint"));
        ValidationSettings settings = new() { AdditionalConstraints = { [typeof(Activity)] = [Rules.On(_ => "additional")] } };
        Assert.Equal(
            ["clash", "root by constraint", "additional", "wrong", "child by constraint", "additional"],
            ActivityValidationServices.Validate(root, settings).Errors.Select(
                error => error.Message.Contains("used twice", StringComparison.Ordinal) ? "clash" : error.Message));
        settings.SkipValidatingRootConfiguration = true;
        Assert.Equal(["wrong", "child by constraint", "additional"], ActivityValidationServices.Validate(root, settings).Errors.Select(error => error.Message));
    }

    [Fact]
    public void AdditionalConstraints_ApplyToTypeAndDerivedTypes()
    {
        ValidationSettings settings = new()
        {
            AdditionalConstraints =
            {
                [typeof(Constrained)] = [Named("constrained"), Named("second")],
                [typeof(NativeActivity)] = [Named("native")],
                [typeof(Assign<>)] = [Named("assign")],
                [typeof(Assign<int>)] = [Named("assign int")],
                [typeof(Sequence)] = [Named("sequence")],
            },
        };
        Variable<int> number = new("number");
        Variable<string> text = new("text");
        Probe root = new(
            _log,
            "root",
            Node("node"),
            new Assign<int> { DisplayName = "int", To = number, Value = 1 },
            new Assign<string> { DisplayName = "string", To = text, Value = "x" })
        {
            Variables = { number, text },
        };
        Assert.Equal(
            ["root: native", "string: assign", "int: assign int", "int: assign", "node: constrained", "node: second", "node: native"],
            ActivityValidationServices.Validate(root, settings).Errors.Select(error => error.Message));

        static Constraint Named(string name) => Rules.On(activity => $"{activity.DisplayName}: {name}");
    }

    [Fact]
    public void OnlyUseAdditionalConstraints_ReportsNothingElse()
    {
        Constrained root = Node("root", Wrong("child").With(Rules.On(_ => "own")));
        ValidationSettings settings = new() { OnlyUseAdditionalConstraints = true };
        Assert.Empty(ActivityValidationServices.Validate(root, settings).Errors);
        settings.AdditionalConstraints.Add(typeof(Constrained), [Rules.On(activity => $"{activity.DisplayName} additional")]);
        Assert.Equal(["root additional", "child additional"], ActivityValidationServices.Validate(root, settings).Errors.Select(error => error.Message));
    }

    [Fact]
    public void CancellationToken_Canceled_EndsValidation()
    {
        using CancellationTokenSource source = new();
        Declares child = new("child", _ => source.Cancel());
        Constrained root = Node("root", Node("never"), child);
        ValidationSettings settings = new() { CancellationToken = source.Token };
        Assert.Throws<OperationCanceledException>(() => ActivityValidationServices.Validate(root, settings));
        _log.AssertIs("root declares");
        WorkflowInvoker.Invoke(root);
    }

    [Fact]
    public void CancellationToken_CanceledByConstraint_EndsValidation()
    {
        using CancellationTokenSource source = new();
        Constraint rule = Rules.On(_ =>
        {
            source.Cancel();
            return null;
        });
        Constrained root = Node("root").With(rule, Rules.On(_ => throw new InvalidOperationException("never")));
        Assert.Throws<OperationCanceledException>(() => ActivityValidationServices.Validate(root, new ValidationSettings { CancellationToken = source.Token }));
    }

    [Fact]
    [Rule("5.10")]
    public void Validate_CacheMetadataThrows_Propagates()
    {
        InvalidOperationException thrown = new("metadata");
        Assert.Same(thrown, Assert.Throws<InvalidOperationException>(() => ActivityValidationServices.Validate(new Declares("root", _ => throw thrown))));
    }

    [Fact]
    public void Validate_Null_IsRefused()
    {
        Assert.Throws<ArgumentNullException>(() => ActivityValidationServices.Validate(null!));
        Assert.Throws<ArgumentNullException>(() => ActivityValidationServices.Validate(Node("root"), null!));
    }

    [Fact]
    public void Results_SeparateErrorsFromWarnings()
    {
        ValidationError error = new("error"), warning = new("warning", isWarning: true);
        ValidationResults results = new([warning, error]);
        Assert.Equal((error, warning), (Assert.Single(results.Errors), Assert.Single(results.Warnings)));
        Assert.Empty(new ValidationResults(null).Errors);
    }

    [Fact]
    public void Settings_Default_ValidateEverything()
    {
        ValidationSettings settings = new();
        Assert.False(settings.SingleLevel || settings.SkipValidatingRootConfiguration || settings.OnlyUseAdditionalConstraints || settings.PrepareForRuntime);
        Assert.Null(settings.Environment);
        Assert.Empty(settings.AdditionalConstraints);
        Assert.Equal(CancellationToken.None, settings.CancellationToken);
    }

    private Constrained Node(string name, params Activity[] children) => new(_log, name, children);

    private Constrained Wrong(string name)
    {
        Constrained wrong = Node(name);
        wrong.Errors.Add("wrong");
        return wrong;
    }

    private sealed class RequiresArgument : CodeActivity
    {
        [RequiredArgument]
        public InArgument<int>? Needed { get; set; }

        public int Seen { get; private set; }

        protected override void Execute(CodeActivityContext context) => Seen = Needed!.Get(context);
    }

    private sealed class KeepsDeclaration : CodeActivity
    {
        private readonly RuntimeArgument _value = new("Value", typeof(int), ArgumentDirection.In);

        public InArgument<int>? Value { get; set; }

        public int Seen { get; private set; }

        protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.AddArgument(_value);

        protected override void Execute(CodeActivityContext context) => Seen = _value.Get<int>(context);
    }

    /// <summary>An activity whose argument and implementation variable have the same name.</summary>
    private sealed class Clashing : NativeActivity
    {
        public Activity? Child { get; init; }

        public void Add(Constraint constraint) => Constraints.Add(constraint);

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddArgument(new RuntimeArgument("name", typeof(int), ArgumentDirection.In));
            metadata.AddImplementationVariable(new Variable<int>("name"));
            metadata.AddChild(Child);
        }

        protected override void Execute(NativeActivityContext context)
        {
        }
    }
}
