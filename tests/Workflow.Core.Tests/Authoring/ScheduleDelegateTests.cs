using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Delegates that are scheduled with named values instead of typed arguments.</summary>
[Rule("13.2")]
public sealed class ScheduleDelegateTests
{
    private readonly Log _log = new();
    private readonly DelegateInArgument<int> _number = new();
    private readonly DelegateInArgument<string> _text = new();
    private readonly DelegateOutArgument<string> _answer = new();

    [Theory, Lanes]
    public void ScheduleDelegate_ByName_PassesInputsAndReturnsOutputs(Lane lane)
    {
        Assert.Equal(new Dictionary<string, object?> { ["Answer"] = "7 seven" }, Run(Full(), lane, Inputs(("Count", 7), ("Text", "seven"))));
    }

    [Theory, Lanes]
    public void ScheduleDelegate_WithoutHandler_ReturnsDefaults(Lane lane)
    {
        IDictionary<string, object?> outputs = Run(new Question { Answer = _answer }, lane, Inputs(("Count", 7), ("Text", "seven")));
        Assert.Equal(new Dictionary<string, object?> { ["Answer"] = null }, outputs);
    }

    [Theory, Lanes]
    public void ScheduleDelegate_NoOutArguments_ReturnsAnEmptyDictionary(Lane lane)
    {
        Assert.Empty(Run(new ActivityAction<int> { Argument = _number, Handler = new Step(_log, "handler") }, lane, Inputs(("Argument", 1))));
    }

    [Theory, Lanes]
    public void ScheduleDelegate_UnwrittenOutArgument_ReturnsTheDefault(Lane lane)
    {
        ActivityFunc<int> function = new() { Result = new DelegateOutArgument<int>(), Handler = new Step(_log, "handler") };
        Assert.Equal(new Dictionary<string, object?> { ["Result"] = 0 }, Run(function, lane, null));
    }

    [Theory, Lanes]
    public void ScheduleDelegate_WithNullForAReferenceType_PassesIt(Lane lane) =>
        Assert.Equal("7 ", Run(Full(), lane, Inputs(("Count", 7), ("Text", null)))["Answer"]);

    [Theory, Lanes]
    public void ScheduleDelegate_OfASmallerNumber_WidensIt(Lane lane) =>
        Assert.Equal("7 seven", Run(Full(), lane, Inputs(("Count", (short)7), ("Text", "seven")))["Answer"]);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ScheduleDelegate_WithInvalidInputs_IsRefused(bool hasHandler)
    {
        Question question = hasHandler ? Full() : new Question();
        AssertRefused(question, null, "'Count'", "'Text'");
        AssertRefused(question, Inputs(("Count", 7)), "'Text'");
        AssertRefused(question, Inputs(("count", 7), ("Text", "seven")), "'Count'");
        AssertRefused(question, Inputs(("Count", 7), ("Text", "seven"), ("Answer", "x")), "3");
        AssertRefused(question, Inputs(("Count", "7"), ("Text", "seven")), "'Count'", "Int32");
        AssertRefused(question, Inputs(("Count", 7L), ("Text", "seven")), "'Count'");
        AssertRefused(question, Inputs(("Count", null), ("Text", "seven")), "'Count'");
    }

    [Fact]
    public void InvokeDelegate_WithInvalidArguments_IsAnError()
    {
        InvokeDelegate invoke = new()
        {
            Delegate = Full(),
            DelegateArguments = { ["Count"] = new InArgument<string>("x"), ["Answer"] = new InArgument<string>("x") }
        };
        string errors = Definitions.ErrorsOf(invoke);
        Assert.All(["'Count'", "'Text'", "'Answer'"], name => Assert.Contains(name, errors, StringComparison.Ordinal));
    }

    [Theory, Lanes]
    public void InvokeDelegate_WithoutDelegateOrHandler_RunsItsDefault(Lane lane)
    {
        Runner.Run(new InvokeDelegate { Default = new Step(_log, "no delegate") }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new InvokeDelegate { Delegate = new ActivityAction(), Default = new Step(_log, "no handler") }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("no delegate", "no handler");
    }

    [Theory, Lanes]
    public void InvokeDelegate_OfAHandler_PassesValuesBothWays(Lane lane)
    {
        Variable<string> answer = new("answer");
        Sequence root = new()
        {
            Variables = { answer },
            Activities =
            {
                new InvokeDelegate
                {
                    Delegate = Full(),
                    Default = new Step(_log, "default"),
                    DelegateArguments =
                    {
                        ["Count"] = new InArgument<int>(7),
                        ["Text"] = new InArgument<string>("seven"),
                        ["Answer"] = new OutArgument<string>(answer)
                    },
                },
                new Show<string>(_log, answer),
            },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("7 seven");
    }

    private Question Full() => new()
    {
        Count = _number,
        Text = _text,
        Answer = _answer,
        Handler = new Assign<string> { To = _answer, Value = new InArgument<string>(context => $"{_number.Get(context)} {_text.Get(context)}") },
    };

    private static IDictionary<string, object?> Run(ActivityDelegate activityDelegate, Lane lane, IDictionary<string, object?>? inputs)
    {
        Host host = new(activityDelegate, inputs);
        Runner.Run(host, lane).AssertCompleted(ActivityInstanceState.Closed);
        return host.Outputs!;
    }

    private static void AssertRefused(ActivityDelegate activityDelegate, IDictionary<string, object?>? inputs, params string[] texts)
    {
        activityDelegate = activityDelegate.Handler is null ? activityDelegate : new ScheduleDelegateTests().Full();
        ArgumentException refused = Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new Host(activityDelegate, inputs)));
        Assert.All(texts, text => Assert.Contains(text, refused.Message, StringComparison.Ordinal));
    }

    private static Dictionary<string, object?> Inputs(params (string Name, object? Value)[] inputs) =>
        inputs.ToDictionary(input => input.Name, input => input.Value);

    private sealed class Question : ActivityDelegate
    {
        public DelegateInArgument<int>? Count { get; set; }

        public DelegateInArgument<string>? Text { get; set; }

        public DelegateOutArgument<string>? Answer { get; set; }
    }

    private sealed class Host(ActivityDelegate declared, IDictionary<string, object?>? inputs) : NativeActivity
    {
        public IDictionary<string, object?>? Outputs { get; private set; }

        protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddDelegate(declared);

        protected override void Execute(NativeActivityContext context) => context.ScheduleDelegate(declared, inputs, OnCompleted);

        private void OnCompleted(NativeActivityContext context, ActivityInstance completedInstance, IDictionary<string, object?> outArguments) =>
            Outputs = outArguments;
    }
}
