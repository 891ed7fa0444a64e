using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Dependency properties and bindings (A.1), names and children (A.2).</summary>
[Trait("Paragraph", "A.1")]
public sealed class PropertyTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void GetValue_WithoutAValue_IsTheDefault()
    {
        Item item = new();
        Assert.Equal(0, item.Number);
        Assert.Equal("none", item.Text);
        Assert.Null(item.GetValue(Item.OptionalNumberProperty));
    }

    [Theory]
    [InlineData("text")]
    [InlineData(null)]
    [InlineData(1L)]
    public void SetValue_OfAnotherType_IsRefused(object? value) => Assert.Throws<ArgumentException>(() => new Item().SetValue(Item.NumberProperty, value));

    [Fact]
    public void SetValue_OfAnotherTypesProperty_IsRefused()
    {
        Assert.Throws<ArgumentException>(() => new Activity().SetValue(Item.NumberProperty, 1));
        Activity activity = new();
        activity.SetValue(Item.TagProperty, "attached");
        Assert.Equal("attached", activity.GetValue(Item.TagProperty));
        Assert.True(activity.RemoveProperty(Item.TagProperty));
        Assert.Null(activity.GetValue(Item.TagProperty));
    }

    [Fact]
    public void SetValue_OfAReadOnlyProperty_IsRefused() => Assert.Throws<ArgumentException>(() => new Item().SetValue(Item.FixedProperty, 1));

    [Fact]
    public void GetAndSetValue_WithOverrides_CallThem()
    {
        Item item = new();
        item.SetValue(Item.DerivedProperty, 4);
        Assert.Equal(8, item.GetValue(Item.DerivedProperty));
        Assert.Equal(4, item.Number);
    }

    [Fact]
    public void SetValue_DefinitionPropertyWhileRunning_IsRefused()
    {
        CodeActivity code = Code("a", (sender, _) => ((Activity)sender!).Name = "b");
        using Run run = Run.Of(code);
        Assert.StartsWith("The property 'Name' belongs to the definition", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Register_WithoutTheField_IsRefused() =>
        Assert.Contains(
            "'MissingProperty'",
            Assert.Throws<ArgumentException>(() => DependencyProperty.Register("Missing", typeof(int), typeof(Item))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Register_Twice_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() => DependencyProperty.Register(Item.NumberProperty.Name, typeof(int), typeof(Item)));

    [Fact]
    public void Register_DelegateType_IsEventUnlessProperty()
    {
        Assert.True(CodeActivity.ExecuteCodeEvent.IsEvent);
        Assert.False(Item.CallbackProperty.IsEvent);
        Assert.Same(CodeActivity.ExecuteCodeEvent, DependencyProperty.FromName("ExecuteCode", typeof(CodeActivity)));
        Assert.Same(Activity.NameProperty, DependencyProperty.FromName("Name", typeof(CodeActivity)));
        Assert.Null(DependencyProperty.FromName("Missing", typeof(CodeActivity)));
    }

    [Fact]
    public void Binding_ToOtherActivity_IsReadAndSet()
    {
        Item source = new() { Name = "source", Number = 5 };
        Item bound = new() { Name = "bound" };
        bound.SetBinding(Item.NumberProperty, new ActivityBind("source", "Number"));
        Assert.Equal(0, bound.Number);
        CodeActivity code = Code("a", (_, _) =>
        {
            _trace.Add($"{bound.Number}");
            bound.Number = 6;
        });
        using Run run = Run.Of(Sequence("s", source, bound, code));
        Assert.Equal(["5"], _trace);
        Assert.Equal(6, source.Number);
    }

    [Fact]
    public void Binding_OfAnEventToAMethod_CallsIt()
    {
        CodeActivity code = new("code");
        code.SetBinding(CodeActivity.ExecuteCodeEvent, new ActivityBind("sequence", "OnCode"));
        Recorder recorder = new() { Name = "sequence" };
        using Run run = Run.Of(recorder.With(code));
        Assert.Equal("Completed", run.Last);
        Assert.Equal(1, recorder.Calls);
    }

    [Theory]
    [InlineData("missing", "Number", "leads to 'missing', which does not exist")]
    [InlineData("/Self", "Missing", "cannot use 'Missing'")]
    [InlineData("/Self", "Parent.Parent.Parent.Name", "cannot use 'Name'")]
    public void Binding_Unresolvable_Faults(string name, string path, string message)
    {
        Item item = new() { Name = "item" };
        item.SetBinding(Item.TextProperty, new ActivityBind(name, path));
        using Run run = Run.Of(Sequence("s", item, Code("a", (_, _) => _trace.Add(item.Text))));
        Assert.Contains(message, run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.2")]
    public void QualifiedName_InACustomActivity_HasItsName()
    {
        Custom first = new() { Name = "first" };
        Custom second = new() { Name = "second" };
        using Run run = Run.Of(Sequence("s", first, second));
        Assert.Equal("first.code", first.Activities[0].QualifiedName);
        Assert.Same(second.Activities[0], second.GetActivityByName("code"));
        Assert.Same(second.Activities[0], first.GetActivityByName("second.code"));
        Assert.Null(first.GetActivityByName("second.code", withinThisActivityOnly: true));
        Assert.Equal(1, second.Calls);
    }

    [Fact]
    [Trait("Paragraph", "A.2")]
    public void Activities_OfCustomActivity_CannotChangeAfterConstructor() =>
        Assert.Throws<InvalidOperationException>(() => new Custom().Activities.Add(new Activity("x")));

    [Fact]
    [Trait("Paragraph", "A.2")]
    public void Activities_WhileTheWorkflowRuns_CannotChange()
    {
        using Run run = Run.Of(Sequence("s", Code("a", (sender, _) => ((Activity)sender!).Parent!.Activities.Clear())));
        Assert.StartsWith("The children of 's' cannot change while the workflow runs", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "A.2")]
    public void Activities_WithAChildOfAnotherActivity_AreRefused()
    {
        SequenceActivity outer = Sequence("outer");
        SequenceActivity inner = Sequence("inner");
        outer.Activities.Add(inner);
        Assert.Throws<InvalidOperationException>(() => Sequence("third", inner));
        Assert.Throws<InvalidOperationException>(() => inner.Activities.Add(outer));
        outer.Activities.Remove(inner);
        Assert.Null(inner.Parent);
    }

    [Fact]
    [Trait("Paragraph", "A.2")]
    public void InitializeAndUninitialize_OfEachActivity_AreCalledOnce()
    {
        using Run run = Run.Of(Sequence(
            "s",
            new Item { Name = "a", Trace = _trace },
            Sequence("skipped", new Item { Name = "b", Trace = _trace, Enabled = false })));
        Assert.Equal(["a initialized", "a uninitialized"], _trace);
    }

    public sealed class Item : Activity
    {
        public static readonly DependencyProperty NumberProperty = DependencyProperty.Register("Number", typeof(int), typeof(Item));
        public static readonly DependencyProperty OptionalNumberProperty = DependencyProperty.Register("OptionalNumber", typeof(int?), typeof(Item));
        public static readonly DependencyProperty TextProperty = DependencyProperty.Register(
            "Text",
            typeof(string),
            typeof(Item),
            new PropertyMetadata("none"));
        public static readonly DependencyProperty TagProperty = DependencyProperty.RegisterAttached("Tag", typeof(string), typeof(Item));
        public static readonly DependencyProperty FixedProperty =
            DependencyProperty.Register("Fixed", typeof(int), typeof(Item), new PropertyMetadata(3, DependencyPropertyOptions.ReadOnly));

        public static readonly DependencyProperty CallbackProperty =
            DependencyProperty.Register("Callback", typeof(Action), typeof(Item), new PropertyMetadata(DependencyPropertyOptions.DelegateProperty));

        public static readonly DependencyProperty DerivedProperty = DependencyProperty.Register(
            "Derived",
            typeof(int),
            typeof(Item),
            new PropertyMetadata(
                0,
                DependencyPropertyOptions.Default,
                static item => ((Item)item).Number * 2,
                static (item, value) => ((Item)item).Number = (int)value!));

        public List<string>? Trace { get; set; }

        public int Number
        {
            get => (int)GetValue(NumberProperty)!;
            set => SetValue(NumberProperty, value);
        }

        public string Text => (string)GetValue(TextProperty)!;

        protected override void Initialize(IServiceProvider provider) => Trace?.Add($"{Name} initialized");

        protected override void Uninitialize(IServiceProvider provider) => Trace?.Add($"{Name} uninitialized");
    }

    public sealed class Recorder : SequenceActivity
    {
        public int Calls { get; private set; }

        private void OnCode(object? sender, EventArgs e) => Calls++;
    }

    public sealed class Custom : SequenceActivity
    {
        public Custom()
        {
            CanModifyActivities = true;
            Activities.Add(Code("code", (_, _) => Calls++));
            CanModifyActivities = false;
        }

        public int Calls { get; private set; }
    }
}
