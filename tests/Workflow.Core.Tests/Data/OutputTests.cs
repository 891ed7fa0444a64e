using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.Data;

/// <summary>The outputs that a run returns to the host.</summary>
[Rule("4.10")]
public sealed class OutputTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Outputs_OfAClosedRoot_AreItsOutAndInOutArguments(Lane lane)
    {
        Declares root = Root();
        root.Body = context => context.SetValue((LocationReference)_out, 5);
        Ended ended = Runner.Run(root, lane, new Dictionary<string, object?> { ["Both"] = "kept", ["In"] = 1 });
        Assert.Equal(new Dictionary<string, object?> { ["Out"] = 5, ["Both"] = "kept" }, ended.Outputs.ToDictionary());
    }

    [Theory, Lanes]
    public void Outputs_NeverWritten_AreTheDefault(Lane lane) =>
        Assert.Equal(new Dictionary<string, object?> { ["Out"] = 0, ["Both"] = null }, Runner.Run(Root(), lane).Outputs.ToDictionary());

    [Theory, Lanes]
    public void Outputs_OfARootWithoutAny_AreEmpty(Lane lane) => Assert.Empty(Runner.Run(new Step(_log, "step"), lane).Outputs);

    [Theory, Lanes]
    public void Outputs_OfACanceledRoot_Exist(Lane lane)
    {
        Declares root = Root();
        root.Body = context =>
        {
            context.SetValue((LocationReference)_out, 5);
            context.CreateBookmark();
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal(5, ended.Outputs["Out"]);
    }

    [Theory, Lanes]
    public void Outputs_OfATerminatedRoot_Exist(Lane lane)
    {
        Declares root = Root();
        root.Body = context =>
        {
            context.SetValue((LocationReference)_out, 5);
            throw new InvalidOperationException("ends here");
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal((ExecutionOutcome.Unhandled, ActivityInstanceState.Faulted), (ended.Outcome, ended.State));
        Assert.Equal(5, ended.Outputs["Out"]);
    }

    [Theory, Lanes]
    public void Outputs_BoundToALocation_AreWrittenThereToo(Lane lane)
    {
        Location<int> place = new();
        Put<int> root = new(8) { To = new OutArgument<int>(new Place(place)) };
        Assert.Equal(8, Runner.Run(root, lane).Outputs["To"]);
        Assert.Equal(8, place.Value);
    }

    [Theory, Lanes]
    public void Outputs_OfASecondRun_StartWithTheDefault(Lane lane)
    {
        int value = 5;
        Declares root = Root();
        root.Body = context =>
        {
            if (value > 0)
            {
                context.SetValue((LocationReference)_out, value);
            }
        };
        Ended first = Runner.Run(root, lane);
        value = 0;
        Ended second = Runner.Run(root, lane);
        Assert.Equal((5, 0), (first.Outputs["Out"], second.Outputs["Out"]));
    }

    private readonly RuntimeArgument _out = new("Out", typeof(int), ArgumentDirection.Out);

    private Declares Root() => new("root", metadata =>
    {
        metadata.AddArgument(new RuntimeArgument("In", typeof(int), ArgumentDirection.In));
        metadata.AddArgument(_out);
        metadata.AddArgument(new RuntimeArgument("Both", typeof(string), ArgumentDirection.InOut));
    });

    private sealed class Place(Location<int> place) : CodeActivity<Location<int>>
    {
        protected override Location<int> Execute(CodeActivityContext context) => place;
    }
}
