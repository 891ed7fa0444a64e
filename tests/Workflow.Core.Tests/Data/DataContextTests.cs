using System.ComponentModel;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Data;

/// <summary>The data context of an activity: the visible variables and arguments as properties.</summary>
[Rule("4.8")]
public sealed class DataContextTests
{
    private readonly Log _log = new();
    private readonly Variable<int> _outer = new("outer", 1);

    [Theory, Lanes]
    public void Properties_InNestedScopes_AreVariablesInnermostFirst(Lane lane)
    {
        Sequence inner = new() { Variables = { new Variable<string>("near", "n"), new Variable<int>() }, Activities = { Look() } };
        Runner.Run(new Sequence { Variables = { _outer, new Variable<string>("near", "far") }, Activities = { inner } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("near=n outer=1");
    }

    [Theory, Lanes]
    public void Properties_OfANativeActivity_IncludeItsPublicVariablesOnly(Lane lane)
    {
        Probe probe = new(_log, "probe") { Variables = { new Variable<int>("own", 5) }, PrivateVariables = { new Variable<int>("private") }, Input = 3 };
        probe.Body = context => _log.Add(Text(context.DataContext));
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { probe } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("probe executes", "own=5 outer=1");
    }

    [Theory, Lanes]
    public void Properties_InAnImplementation_AreItsArgumentsAndVariables(Lane lane)
    {
        DynamicActivity composite = new()
        {
            Properties = { new DynamicActivityProperty { Name = "Input", Type = typeof(InArgument<int>), Value = new InArgument<int>(7) } },
            Implementation = () => new Sequence { Variables = { new Variable<int>("local", 2) }, Activities = { Look() } },
        };
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { composite } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("local=2 Input=7");
    }

    [Theory, Lanes]
    public void Properties_InAHandler_IncludeTheDelegatesArguments(Lane lane)
    {
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int> { Argument = new DelegateInArgument<int>("item"), Handler = Look() },
        };
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { loop } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("item=1 outer=1", "item=2 outer=1");
    }

    [Theory, Lanes]
    public void Properties_OfAnArgumentExpression_ExcludeTheOwnersVariables(Lane lane)
    {
        Probe probe = new(_log, "probe") { Variables = { new Variable<int>("own", 5) } };
        probe.Input = new InArgument<int>(context =>
        {
            _log.Add(Text(context.DataContext));
            return 1;
        });
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { probe } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("outer=1", "probe executes");
    }

    [Theory, Lanes]
    public void Properties_OfAVariablesDefault_IncludeItsSiblings(Lane lane)
    {
        Variable<string> own = new("own", context => Text(context.DataContext));
        Runner.Run(new Sequence { Variables = { _outer, own }, Activities = { new Show<string>(_log, own) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("outer=1 own=");
    }

    [Theory, Lanes]
    public void Properties_OfARootAlone_AreNone(Lane lane)
    {
        Runner.Run(Look(), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(string.Empty);
    }

    [Theory, Lanes]
    public void Values_AreLiveAndWritten(Lane lane)
    {
        Step step = new(_log, "step", context =>
        {
            using WorkflowDataContext data = context.DataContext;
            PropertyDescriptor outer = data.GetProperties()["outer"]!;
            List<string?> changed = [];
            data.PropertyChanged += (sender, e) => changed.Add(ReferenceEquals(sender, data) ? e.PropertyName : null);
            outer.SetValue(data, 5);
            Assert.Equal(5, outer.GetValue(data));
            outer.SetValue(data, (short)6);
            Assert.Equal(["outer", "outer"], changed);
            Assert.Equal((typeof(int), typeof(WorkflowDataContext), false), (outer.PropertyType, outer.ComponentType, outer.IsReadOnly));
            Assert.False(outer.CanResetValue(data));
            Assert.True(outer.ShouldSerializeValue(data));
            Assert.Throws<NotSupportedException>(() => outer.ResetValue(data));
            Assert.Throws<InvalidCastException>(() => outer.SetValue(data, "text"));
        });
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { step, new Show<int>(_log, _outer) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("step", "6");
    }

    [Theory, Lanes]
    [Rule("4.14")]
    public void ReadOnlyVariable_IsNotWritten(Lane lane)
    {
        Variable<int> constant = new("constant", 4) { Modifiers = VariableModifiers.ReadOnly };
        Step step = new(_log, "step", context =>
        {
            PropertyDescriptor property = context.DataContext.GetProperties()["constant"]!;
            Assert.True(property.IsReadOnly);
            Assert.Throws<InvalidOperationException>(() => property.SetValue(null, 5));
            _log.Add($"{property.GetValue(null)}");
        });
        Runner.Run(new Sequence { Variables = { constant }, Activities = { step } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("step", "4");
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void DataContext_AfterItsContextOrDispose_Throws(Lane lane)
    {
        WorkflowDataContext? kept = null;
        Probe probe = new(_log, "probe")
        {
            Body = context =>
            {
                kept = context.DataContext;
                WorkflowDataContext disposed = context.DataContext;
                disposed.Dispose();
                Assert.Throws<ObjectDisposedException>(() => disposed.GetProperties()["outer"]!.GetValue(disposed));
                Assert.Equal(1, kept.GetProperties()["outer"]!.GetValue(kept));
            },
        };
        Step later = new(_log, "later", _ =>
        {
            PropertyDescriptor outer = kept!.GetProperties()["outer"]!;
            Assert.Throws<ObjectDisposedException>(() => outer.GetValue(kept));
            Assert.Throws<ObjectDisposedException>(() => outer.SetValue(kept, 1));
        });
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { probe, later } }, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void DataContext_IsATypeDescriptor(Lane lane)
    {
        Step step = new(_log, "step", context => _log.Add($"{TypeDescriptor.GetProperties(context.DataContext)["outer"]!.GetValue(null)}"));
        Runner.Run(new Sequence { Variables = { _outer }, Activities = { step } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("step", "1");
    }

    private Looking Look() => new(_log);

    private static string Text(WorkflowDataContext data) => string.Join(
        ' ', data.GetProperties().Cast<PropertyDescriptor>().Select(property => $"{property.Name}={property.GetValue(data)}"));

    private sealed class Looking(Log log) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => log.Add(Text(context.DataContext));
    }
}
