using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Arguments that name their location by a string.</summary>
[Rule("4.8")]
public sealed class NamedLocationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Arguments_NamingAVariable_AccessTheInnermost(Lane lane)
    {
        Variable<int> outer = new("n", 1);
        Variable<int> inner = new("n", 10);
        Sequence root = new()
        {
            Variables = { outer },
            Activities =
            {
                new Sequence
                {
                    Variables = { inner },
                    Activities =
                    {
                        new Assign<int> { To = (OutArgument<int>)"n", Value = InArgument<int>.FromLocationName("n") },
                        new Probe(_log, "p") { Input = InArgument<int>.FromLocationName("n"), Output = (OutArgument<int>)"n" },
                    },
                },
            },
        };
        Probe probe = (Probe)((Sequence)root.Activities[0]).Activities[1];
        probe.Body = context =>
        {
            _log.Add($"{probe.Input!.Get(context)}");
            probe.Output!.Set(context, 11);
        };
        ((Sequence)root.Activities[0]).Activities.Add(new Note(_log, context => $"{inner.Get(context)} {outer.Get(context)}"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "10", "11 1");
    }

    [Fact]
    public void InOutArgument_NamingALocation_AccessesIt()
    {
        Variable<int> n = new("n", 5);
        Sequence root = new()
        {
            Variables = { n },
            Activities = { new Increment { Value = (InOutArgument<int>)"n" }, new Note(_log, context => $"{n.Get(context)}") },
        };
        Runner.Run(root, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("6");
    }

    [Fact]
    public void Arguments_NamingNothingInScope_AreRefused() => Invalid.AssertRoot(
        new Sequence { Activities = { new Assign<int> { To = (OutArgument<int>)"there", Value = InArgument<int>.FromLocationName("here") } } },
        "Nothing named 'there' is in scope",
        "Nothing named 'here' is in scope");

    [Fact]
    public void Names_NullOrEmpty_AreRefused()
    {
        Assert.Throws<ArgumentException>(() => InArgument<int>.FromLocationName(string.Empty));
        Assert.Throws<ArgumentException>(() => (OutArgument<int>)string.Empty);
        Assert.Throws<ArgumentNullException>(() => (InOutArgument<int>)(string)null!);
    }

    private sealed class Increment : CodeActivity
    {
        public InOutArgument<int>? Value { get; set; }

        protected override void Execute(CodeActivityContext context) => Value!.Set(context, Value.Get(context) + 1);
    }
}
