using System.ComponentModel;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.Definition;

/// <summary>Activities whose properties are created at run time.</summary>
[Rule("12.6")]
public sealed class DynamicActivityTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Arguments_OfAllDirections_AreReadAndWrittenByName(Lane lane)
    {
        DynamicActivity root = new()
        {
            Properties = { Of<InArgument<int>>("In"), Of<OutArgument<int>>("Out"), Of<InOutArgument<int>>("Both") },
            Implementation = () => new Sequence
            {
                Activities =
                {
                    new Assign<int> { To = Reference("Out"), Value = Value("In") },
                    new Show<int>(_log, Value("Both")),
                    new Assign<int> { To = Reference("Both"), Value = Value("Out") },
                },
            },
        };
        Ended ended = Runner.Run(root, lane, new Dictionary<string, object?> { ["In"] = 5, ["Both"] = 6 });
        Assert.Equal((5, 5), (ended.Outputs["Out"], ended.Outputs["Both"]));
        _log.AssertIs("6");
    }

    [Theory, Lanes]
    public void Arguments_OfAnActivityInATree_AreBoundByValue(Lane lane)
    {
        Variable<int> variable = new("variable", 3);
        DynamicActivity inner = new()
        {
            Properties = { Of<InOutArgument<int>>("Both", new InOutArgument<int>(variable)), Of<InArgument<int>>("In", new InArgument<int>(4)) },
            Implementation = () => new Assign<int> { To = Reference("Both"), Value = Value("In") },
        };
        Runner.Run(new Sequence { Variables = { variable }, Activities = { inner, new Show<int>(_log, variable) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("4");
    }

    [Theory, Lanes]
    public void Activities_WithDifferentProperties_DoNotShareThem(Lane lane)
    {
        Runner.Run(new Sequence { Activities = { Showing("First"), Showing("Second") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("First", "Second");

        DynamicActivity Showing(string name) => new()
        {
            Properties = { Of<InArgument<string>>(name, new InArgument<string>(name)) },
            Implementation = () => new Show<string>(_log, new ArgumentValue<string>(name)),
        };
    }

    [Theory, Lanes]
    public void Result_OfATypedActivity_IsWrittenByName(Lane lane)
    {
        DynamicActivity<int> root = new()
        {
            Properties = { Of<InArgument<int>>("In") },
            Implementation = () => new Assign<int> { To = Reference("Result"), Value = Value("In") },
        };
        Assert.Equal(8, Runner.Run(root, lane, new Dictionary<string, object?> { ["In"] = 8 }).Outputs["Result"]);
        Assert.Equal(9, WorkflowInvoker.Invoke(root, new Dictionary<string, object?> { ["In"] = 9 }));
    }

    [Theory, Lanes]
    public void PlainProperty_KeepsItsValue(Lane lane)
    {
        DynamicActivityProperty plain = Of<string>("Plain", "text");
        DynamicActivity root = new() { Properties = { plain }, Implementation = () => new Step(_log, (string)plain.Value!) };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("text");
    }

    [Theory, Lanes]
    public void Property_HoldingAnActivity_IsImported(Lane lane)
    {
        Step body = new(_log, "body");
        DynamicActivity root = new() { Properties = { Of<Activity>("Body", body) }, Implementation = () => new Sequence { Activities = { body } } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("body");
        Assert.Equal(ChildRelation.ImportedChild, body.Relation);
    }

    [Fact]
    public void Attributes_OfAProperty_Apply()
    {
        DynamicActivityProperty required = Of<InArgument<int>>("Needed");
        required.Attributes.Add(new RequiredArgumentAttribute());
        DynamicActivity inner = new() { Properties = { required } };
        Definitions.AssertInvalid(new Sequence { Activities = { inner } }, "'Needed'");
        Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new DynamicActivity { Properties = { required } }));
    }

    [Fact]
    [Rule("12.10")]
    public void OverloadGroups_OfProperties_Apply()
    {
        DynamicActivityProperty left = Of<InArgument<int>>("Left", new InArgument<int>(1)), right = Of<InArgument<int>>("Right", new InArgument<int>(1));
        left.Attributes.Add(new OverloadGroupAttribute("left"));
        right.Attributes.Add(new OverloadGroupAttribute("right"));
        Definitions.AssertInvalid(new Sequence { Activities = { new DynamicActivity { Properties = { left, right } } } }, "'left'", "'right'", "together");
    }

    [Fact]
    [Rule("12.8")]
    public void NullArguments_AreFilledForARun()
    {
        DynamicActivityProperty argument = Of<InArgument<int>>("In");
        DynamicActivity root = new() { Properties = { argument } };
        ActivityValidationServices.Validate(root);
        Assert.Null(argument.Value);
        WorkflowInvoker.Invoke(root);
        Assert.IsType<InArgument<int>>(argument.Value);
    }

    [Fact]
    [Rule("12.4")]
    public void Constraints_OfADynamicActivity_AreEvaluated()
    {
        DynamicActivity root = new() { Constraints = { Rules.On(activity => activity.DisplayName + " complains") } };
        Definitions.AssertInvalid(root, "DynamicActivity complains");
    }

    [Fact]
    public void Mistakes_OfProperties_AreReportedTogether()
    {
        DynamicActivity<int> root = new()
        {
            DisplayName = "root",
            Properties =
            {
                new DynamicActivityProperty { Name = "Untyped" },
                new DynamicActivityProperty { Type = typeof(int) },
                Of<InArgument<int>>("Wrong", new InArgument<string>("x")),
                Of<InArgument<int>>("Result"),
            },
        };
        string[] lines = Definitions.ErrorsOf(root).Split(Environment.NewLine);
        Assert.Equal(5, lines.Length);
        Assert.Contains("'Untyped' has no type", lines[1], StringComparison.Ordinal);
        Assert.Contains("has no name", lines[2], StringComparison.Ordinal);
        Assert.Contains("'Wrong'", lines[3], StringComparison.Ordinal);
        Assert.Contains("'Result'", lines[4], StringComparison.Ordinal);
    }

    [Fact]
    public void Properties_AreUniqueAndNeverNull()
    {
        DynamicActivity root = new() { Properties = { Of<int>("One") } };
        Assert.Throws<ArgumentException>(() => root.Properties.Add(Of<int>("One")));
        Assert.Throws<ArgumentNullException>(() => root.Properties.Add(null!));
        Assert.Equal(typeof(int), root.Properties["One"].Type);
    }

    [Fact]
    public void Name_IsNotTheDisplayName()
    {
        DynamicActivity root = new() { Name = "Order" };
        IDynamicActivity typed = new DynamicActivity<int> { Name = "Price" };
        Assert.Equal("DynamicActivity", root.DisplayName);
        Assert.Equal("DynamicActivity<Int32>", ((Activity)typed).DisplayName);
        Assert.Equal(("Order", "Price"), (root.Name, typed.Name));
        Assert.Empty(typed.Properties);
    }

    [Fact]
    public void TypeDescriptor_ShowsTheProperties()
    {
        DynamicActivityProperty one = Of<InArgument<int>>("One");
        one.Attributes.Add(new BrowsableAttribute(false));
        DynamicActivity activity = new()
        {
            Name = "Order",
            DisplayName = "display",
            Properties = { one, Of<string>("Two", "text") },
            Attributes = { new DescriptionAttribute("about") }
        };
        PropertyDescriptorCollection properties = TypeDescriptor.GetProperties(activity);
        Assert.Equal(["One", "Two"], properties.Cast<PropertyDescriptor>().Select(property => property.Name));
        Assert.Equal("text", properties["Two"]!.GetValue(activity));
        properties["Two"]!.SetValue(activity, "changed");
        Assert.Equal("changed", activity.Properties["Two"].Value);
        Assert.True(properties["Two"]!.CanResetValue(activity) && properties["Two"]!.ShouldSerializeValue(activity));
        properties["Two"]!.ResetValue(activity);
        Assert.Null(activity.Properties["Two"].Value);
        Assert.Equal(
            (typeof(InArgument<int>), typeof(IDynamicActivity), false),
            (properties["One"]!.PropertyType, properties["One"]!.ComponentType, properties["One"]!.IsReadOnly));
        Assert.Equal(
            ["One"],
            TypeDescriptor.GetProperties(activity, [new BrowsableAttribute(false)]).Cast<PropertyDescriptor>().Select(property => property.Name));
        Assert.Equal("about", TypeDescriptor.GetAttributes(activity).OfType<DescriptionAttribute>().Single().Description);
        Assert.Equal(("Order", "display"), (TypeDescriptor.GetClassName(activity), TypeDescriptor.GetComponentName(activity)));
    }

    [Theory, Lanes]
    public void CustomTypeDescriptor_OfAnyActivity_SuppliesItsProperties(Lane lane)
    {
        SelfDescribing root = new(_log);
        Runner.Run(root, lane, new Dictionary<string, object?> { ["Described"] = 7 }).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7");
        Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new SelfDescribing(_log), new Dictionary<string, object?> { ["Ignored"] = 1 }));
    }

    [Fact]
    public void ToString_OfAProperty_NamesIt() => Assert.Equal("One (System.Int32)", Of<int>("One").ToString());

    private static DynamicActivityProperty Of<T>(string name, object? value = null) => new() { Name = name, Type = typeof(T), Value = value };

    private static InArgument<int> Value(string name) => new(new ArgumentValue<int>(name));

    private static OutArgument<int> Reference(string name) => new(new ArgumentReference<int>(name));

    /// <summary>A class with its own type descriptor, which omits one property and adds another.</summary>
    private sealed class SelfDescribing(Log log) : CodeActivity, ICustomTypeDescriptor
    {
        private readonly DynamicActivity _description = new() { Properties = { Of<InArgument<int>>("Described") } };

        public InArgument<int>? Ignored { get; set; }

        protected override void Execute(CodeActivityContext context) =>
            log.Add($"{((InArgument<int>)_description.Properties["Described"].Value!).Get(context)}");

        AttributeCollection ICustomTypeDescriptor.GetAttributes() => AttributeCollection.Empty;

        string? ICustomTypeDescriptor.GetClassName() => null;

        string? ICustomTypeDescriptor.GetComponentName() => null;

        TypeConverter? ICustomTypeDescriptor.GetConverter() => null;

        EventDescriptor? ICustomTypeDescriptor.GetDefaultEvent() => null;

        PropertyDescriptor? ICustomTypeDescriptor.GetDefaultProperty() => null;

        object? ICustomTypeDescriptor.GetEditor(Type editorBaseType) => null;

        EventDescriptorCollection ICustomTypeDescriptor.GetEvents() => EventDescriptorCollection.Empty;

        EventDescriptorCollection ICustomTypeDescriptor.GetEvents(Attribute[]? attributes) => EventDescriptorCollection.Empty;

        PropertyDescriptorCollection ICustomTypeDescriptor.GetProperties() => ((ICustomTypeDescriptor)_description).GetProperties();

        PropertyDescriptorCollection ICustomTypeDescriptor.GetProperties(Attribute[]? attributes) =>
            ((ICustomTypeDescriptor)_description).GetProperties(attributes);

        object? ICustomTypeDescriptor.GetPropertyOwner(PropertyDescriptor? pd) => this;
    }
}
