extern alias WorkflowCore;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using WorkflowCore::Workflow;
using static Workflow.Interop.Legacy.Tests.TestKit.Hosted;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>The arguments of an Interop activity (B.1), and the definitions that it refuses (B.4).</summary>
[Trait("Paragraph", "B.1")]
public sealed class InteropSurfaceTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Arguments_AreThePublicPropertiesOfTheType()
    {
        Variable<int> sum = new("sum");
        Variable<int> after = new("after");
        NewInterop interop = new NewInterop { ActivityType = typeof(Adder) }
            .With("Left", new InArgument<int>(40))
            .With("DisplayNameIn", new InArgument<string>("new"))
            .With("SumOut", new OutArgument<int>(sum))
            .With("SumOutIn", new InArgument<int>(7))
            .With("SumOutOut", new OutArgument<int>(after));
        WorkflowCore::Workflow.Statements.Sequence sequence = Sequence(
            interop,
            new Report(_trace) { Value = new InArgument<int>(sum) },
            new Report(_trace) { Value = new InArgument<int>(after) });
        sequence.Variables.Add(sum);
        sequence.Variables.Add(after);
        WorkflowInvoker.Invoke(sequence);
        Assert.Equal(["42", "7"], _trace);
    }

    [Fact]
    public void MetaProperties_ArePartOfTheDefinition()
    {
        Variable<int> sum = new("sum");
        NewInterop interop = new NewInterop { ActivityType = typeof(Adder) }
            .With("SumOut", new OutArgument<int>(sum))
            .WithMeta("Factor", 10)
            .WithMeta("Name", "adder");
        WorkflowCore::Workflow.Statements.Sequence sequence = Sequence(interop, new Report(_trace) { Value = new InArgument<int>(sum) });
        sequence.Variables.Add(sum);
        WorkflowInvoker.Invoke(sequence);
        Assert.Equal(["20"], _trace);
    }

    [Fact]
    public void Definition_SharedByRuns_HasOwnActivitiesPerRun()
    {
        NewInterop interop = Interop<TwoReadings>(_trace);
        WorkflowInvoker first = new(Sequence(interop));
        for (int i = 0; i < 2; i++)
        {
            Assert.Throws<TimeoutException>(() => first.Invoke(TimeSpan.FromMilliseconds(1)));
        }

        Assert.Equal(["begin", "begin"], _trace);
    }

    [Theory]
    [InlineData(null, "'interop' has no ActivityType; set the type of an activity of Workflow.Interop.Legacy.")]
    [InlineData(
        typeof(string),
        "'interop' has the ActivityType 'System.String', which is no activity of Workflow.Interop.Legacy; use a class that derives from its Activity.")]
    [InlineData(typeof(WorkflowCore::Workflow.Statements.Sequence), "'interop' has the ActivityType 'Workflow.Statements.Sequence', which is no activity of Workflow.Interop.Legacy; use a class that derives from its Activity.")]
    [InlineData(typeof(TracedSequence), "'interop' has the ActivityType 'Workflow.Interop.Legacy.Tests.TestKit.TracedSequence', of which no object can be made; use a public class with a public constructor without parameters.")]
    [InlineData(typeof(Waiting), "'interop' has the ActivityType 'Workflow.Interop.Legacy.Tests.TestKit.Waiting', of which no object can be made; use a public class with a public constructor without parameters.")]
    [InlineData(typeof(CannotBeMade), "'interop' cannot run 'Workflow.Interop.Legacy.Tests.TestKit.CannotBeMade': An object of the type could not be made: constructor. Correct the type or ActivityMetaProperties.")]
    [InlineData(
        typeof(NotValid),
        "'interop' cannot run 'Workflow.Interop.Legacy.Tests.TestKit.NotValid': The activity 'code' has no handler of ExecuteCode; add one.")]
    [Trait("Paragraph", "B.4")]
    public void ActivityType_Unusable_IsRefused(Type? type, string expected) =>
        Assert.Contains(expected, Invalid(new NewInterop { DisplayName = "interop", ActivityType = type }), StringComparison.Ordinal);

    [Fact]
    [Trait("Paragraph", "B.4")]
    public void ActivityType_NeedsRuntime_IsRefused()
    {
        string message = Invalid(new NewInterop { DisplayName = "interop", ActivityType = typeof(Refused) });
        Assert.Contains(
            "The activity 'suspend' suspends an instance of a WorkflowRuntime; let the new workflow wait for a bookmark.",
            message,
            StringComparison.Ordinal);
        Assert.Contains(
            "The activity 'invoke' starts a workflow in a WorkflowRuntime; start it in an activity of the new workflow.",
            message,
            StringComparison.Ordinal);
        Assert.DoesNotContain("'off'", message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Paragraph", "B.4")]
    public void ActivityType_OfTheLibrary_Runs()
    {
        NewInterop interop = new NewInterop { ActivityType = typeof(DelayActivity) }.With("TimeoutDuration", new InArgument<TimeSpan>(TimeSpan.Zero));
        WorkflowInvoker.Invoke(Sequence(interop, Log(_trace, "after")));
        Assert.Equal(["after"], _trace);
    }

    [Theory]
    [InlineData("Missing", "binds 'Missing', which is no argument of")]
    [InlineData("Factor", "binds 'Factor', which is part of the definition of")]
    [InlineData("Condition", "binds 'Condition', which is no argument of")]
    [InlineData("Name", "binds 'Name', which is part of the definition of")]
    [InlineData("Description", "binds 'Description', which is no argument of")]
    [InlineData("Enabled", "binds 'Enabled', which is no argument of")]
    [InlineData("DisplayName", "binds 'DisplayName', which is no argument of")]
    [InlineData("Sum", "binds 'Sum', which is no argument of")]
    public void ActivityProperties_OfAnotherName_AreRefused(string name, string expected) =>
        Assert.Contains(expected, Invalid(new NewInterop { ActivityType = typeof(Adder) }.With(name, new InArgument<int>(1))), StringComparison.Ordinal);

    [Fact]
    public void ActivityProperties_OfAnotherTypeOrDirection_AreRefused()
    {
        const string Expected = "binds 'Left' to another kind of argument; bind an InArgument of the type 'System.Int32'";
        Assert.Contains(Expected, Invalid(new NewInterop { ActivityType = typeof(Adder) }.With("Left", new InArgument<string>("1"))), StringComparison.Ordinal);
        Assert.Contains(Expected, Invalid(new NewInterop { ActivityType = typeof(Adder) }.With("Left", new OutArgument<int>())), StringComparison.Ordinal);
        Assert.Contains(Expected, Invalid(new NewInterop { ActivityType = typeof(Adder) }.With("Left", null!)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Left", 1, "sets 'Left', which is no property of the definition of")]
    [InlineData("Factor", "1", "sets 'Factor' to a 'System.String', not to a 'System.Int32'; set a value of that type.")]
    [InlineData("Factor", null, "sets 'Factor' to a 'null', not to a 'System.Int32'; set a value of that type.")]
    public void ActivityMetaProperties_OfAnotherNameOrType_AreRefused(string name, object? value, string expected) =>
        Assert.Contains(expected, Invalid(new NewInterop { ActivityType = typeof(Adder) }.WithMeta(name, value)), StringComparison.Ordinal);

    [Fact]
    public void LegacyRuntimeService_AsExtension_IsRefused()
    {
        WorkflowInvoker invoker = new(new NewInterop { DisplayName = "interop", ActivityType = typeof(Adder) });
        invoker.Extensions.Add(new ManualWorkflowSchedulerService());
        InvalidOperationException exception = Assert.Throws<InvalidOperationException>(() => invoker.Invoke());
        Assert.Contains("'interop' cannot run while the host has the extension", exception.Message, StringComparison.Ordinal);
    }

    private static string Invalid(NewInterop interop) => Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(interop)).Message;

    private sealed class Report(List<string> trace) : WorkflowCore::Workflow.CodeActivity
    {
        public InArgument<int>? Value { get; init; }

        protected override void Execute(CodeActivityContext context) => trace.Add($"{Value!.Get(context)}");
    }
}
