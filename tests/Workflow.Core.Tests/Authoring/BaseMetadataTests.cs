using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Authoring;

/// <summary>
/// The declarations that <c>base.CacheMetadata</c> finds by reflection replace those that an override added before the call; an override adds to them after
/// the call.
/// </summary>
[Rule("12.7")]
public sealed class BaseMetadataTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Native_BaseLast_ReplacesEarlierAdditions(Lane lane)
    {
        Native native = new(_log, isBaseLast: true);
        Runner.Run(native, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["Value"], native.Arguments);
        Assert.Equal(["body"], native.Children);
        Assert.Equal(["variable"], native.VariableNames);
        Assert.Equal(["action"], native.DelegateNames);
        _log.AssertIs("7", "body", "handler");
    }

    [Theory, Lanes]
    public void Native_BaseFirst_IsAddedTo(Lane lane)
    {
        Native native = new(_log, isBaseLast: false) { AddsOnlyMore = true };
        Runner.Run(native, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["Value", "More"], native.Arguments);
        Assert.Equal(["body", "more"], native.Children);
        Assert.Equal(["variable", "more"], native.VariableNames);
        Assert.Equal(["action", "more"], native.DelegateNames);
        _log.AssertIs("7", "body", "handler");
    }

    [Fact]
    public void Native_SameChildAddedAfterBase_IsRefused() =>
        Definitions.AssertInvalid(new Twice { Body = new Step(_log, "body") }, "'body' is used by 'Twice' and by 'Twice'");

    [Theory, Lanes]
    public void Native_BaseLast_KeepsMembersNotSetByReflection(Lane lane)
    {
        Keeping keeping = new(_log);
        Runner.Run(keeping, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotNull(keeping.Found);
        _log.AssertIs("hidden", "hidden handler", "5");
    }

    [Fact]
    public void Native_BaseLast_KeepsErrors() => Definitions.AssertInvalid(new AddsValidationError(), "added before");

    [Fact]
    public void Native_BaseLast_LosesAPrivateChild()
    {
        Losing losing = new(new Step(_log, "lost"));
        Assert.IsType<ArgumentException>(Runner.Run(losing, Lane.Fast).Reason);
        Assert.Empty(_log.Entries);
    }

    [Fact]
    public void Native_BaseLast_LosesAPrivateArgument()
    {
        ArgumentLosing losing = new();
        string message = Assert.IsType<InvalidOperationException>(Runner.Run(losing, Lane.Fast).Reason).Message;
        Assert.Contains("'Hidden'", message, StringComparison.Ordinal);
        Assert.Contains("'ArgumentLosing'", message, StringComparison.Ordinal);
        Assert.Contains("CacheMetadata", message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    public void NativeOfT_BaseLast_ReplacesEarlierAdditions(Lane lane)
    {
        NativeFunction native = new() { Body = new Step(_log, "body"), Value = 7 };
        Assert.Equal(7, Runner.Run(native, lane).Outputs["Result"]);
        _log.AssertIs("body");
    }

    private static RuntimeArgument Bound(string name, Argument? bound, Action<Argument?, RuntimeArgument> bind)
    {
        RuntimeArgument declared = new(name, typeof(int), ArgumentDirection.In);
        bind(bound, declared);
        return declared;
    }

    private sealed class Native(Log log, bool isBaseLast) : NativeActivity
    {
        private readonly InArgument<int> _more = 1;

        public bool AddsOnlyMore { get; init; }

        public InArgument<int> Value { get; set; } = 7;

        public Activity Body { get; set; } = new Step(log, "body");

        public Variable<int> Variable { get; set; } = new("variable");

        public ActivityAction Action { get; set; } = new() { DisplayName = "action", Handler = new Step(log, "handler") };

        public List<string> Arguments { get; } = [];

        public List<string> Children { get; } = [];

        public List<string> VariableNames { get; } = [];

        public List<string> DelegateNames { get; } = [];

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            if (!isBaseLast)
            {
                base.CacheMetadata(metadata);
            }

            if (!AddsOnlyMore)
            {
                metadata.AddArgument(Bound("Value", Value, metadata.Bind));
                metadata.AddChild(Body);
                metadata.AddVariable(Variable);
                metadata.AddDelegate(Action);
            }

            metadata.AddArgument(Bound("More", _more, metadata.Bind));
            metadata.AddChild(new Step(log, "more"));
            metadata.AddVariable(new Variable<int>("more"));
            metadata.AddDelegate(new ActivityAction { DisplayName = "more", Handler = new Step(log, "more handler") });
            if (isBaseLast)
            {
                base.CacheMetadata(metadata);
            }

            Arguments.AddRange(metadata.Declaration.Arguments.Select(argument => argument.Name!));
            Children.AddRange(metadata.Declaration.Children.Select(child => child.DisplayName));
            VariableNames.AddRange(metadata.Declaration.Variables.Select(variable => variable.Name!));
            DelegateNames.AddRange(metadata.Declaration.Delegates.Select(activityDelegate => activityDelegate.DisplayName));
        }

        protected override void Execute(NativeActivityContext context)
        {
            log.Add($"{Value.Get(context)}");
            context.ScheduleAction(Action);
            context.ScheduleActivity(Body);
        }
    }

    private sealed class Twice : NativeActivity
    {
        public Activity? Body { get; set; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            base.CacheMetadata(metadata);
            metadata.AddChild(Body);
        }

        protected override void Execute(NativeActivityContext context)
        {
        }
    }

    /// <summary>
    /// Adds, before the call of the base, every kind of declaration that reflection does not set: members of the implementation and extensions.
    /// </summary>
    private sealed class Keeping(Log log) : NativeActivity
    {
        private readonly Activity _hidden = new Step(log, "hidden");
        private readonly ActivityAction _handler = new() { Handler = new Step(log, "hidden handler") };
        private readonly Variable<int> _own = new("own", 5);

        public object? Found { get; private set; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddImplementationChild(_hidden);
            metadata.AddImplementationDelegate(_handler);
            metadata.AddImplementationVariable(_own);
            metadata.AddImportedChild(new Step(log, "imported"));
            metadata.AddImportedDelegate(new ActivityAction());
            metadata.AddDefaultExtensionProvider(() => log);
            metadata.RequireExtension<Log>();
            base.CacheMetadata(metadata);
            Assert.Single(metadata.Declaration.ImportedChildren);
            Assert.Single(metadata.Declaration.ImportedDelegates);
        }

        protected override void Execute(NativeActivityContext context)
        {
            Found = context.GetExtension<Log>();
            context.ScheduleAction(_handler, (after, _) => log.Add($"{_own.Get(after)}"));
            context.ScheduleActivity(_hidden);
        }
    }

    private sealed class AddsValidationError : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddValidationError("added before");
            base.CacheMetadata(metadata);
        }

        protected override void Execute(NativeActivityContext context)
        {
        }
    }

    private sealed class Losing(Activity lost) : NativeActivity
    {
        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddChild(lost);
            base.CacheMetadata(metadata);
        }

        protected override void Execute(NativeActivityContext context) => context.ScheduleActivity(lost);
    }

    private sealed class ArgumentLosing : NativeActivity
    {
        private readonly InArgument<int> _hidden = 1;

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            metadata.AddArgument(Bound("Hidden", _hidden, metadata.Bind));
            base.CacheMetadata(metadata);
        }

        protected override void Execute(NativeActivityContext context) => _hidden.Get(context);
    }

    private sealed class NativeFunction : NativeActivity<int>
    {
        public InArgument<int>? Value { get; set; }

        public Activity? Body { get; set; }

        protected override void CacheMetadata(NativeActivityMetadata metadata)
        {
            RuntimeArgument result = new("Result", typeof(int), ArgumentDirection.Out);
            metadata.Bind(Result, result);
            metadata.AddArgument(result);
            metadata.AddArgument(Bound("Value", Value, metadata.Bind));
            metadata.AddChild(Body);
            base.CacheMetadata(metadata);
        }

        protected override void Execute(NativeActivityContext context)
        {
            context.ScheduleActivity(Body!);
            Result!.Set(context, Value!.Get(context));
        }
    }
}
