using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class AuthoringActivitiesTests
{
    [Theory]
    [InlineData(99, 99, false)]
    [InlineData(101, 100, true)]
    public void Clamp_OfAValue_GivesItOrTheHighest(int value, int expected, bool wasTooHigh)
    {
        Dictionary<string, object?> inputs = new() { ["Value"] = value };
        int result = WorkflowInvoker.Invoke(new Clamp(), inputs, out IDictionary<string, object?> outputs, Timeout.InfiniteTimeSpan);

        Assert.Equal(expected, result);
        Assert.Equal(wasTooHigh, outputs["WasTooHigh"]);
    }

    [Fact]
    public async Task ReadText_BothWays_GivesTheText()
    {
        using TemporaryFile file = new("hello");
        Assert.Equal("hello", (await WorkflowInvoker.InvokeAsync(new ReadText { Path = file.Path })).TrimEnd());
        Assert.Equal("hello", (await WorkflowInvoker.InvokeAsync(new ReadTextAsInWf4 { Path = file.Path })).TrimEnd());
    }

    [Fact]
    public void Repeat_OfABody_RunsItSoManyTimes() =>
        Assert.Equal("tick\ntick\ntick\n", GettingStarted.Output(new Repeat { Times = 3, Body = new WriteLine { Text = "tick" } }));

    [Fact]
    public void Repeat_WithoutABody_IsInvalid() => Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(new Repeat { Times = 3 }));

    [Fact]
    public async Task WaitForAnswer_Answered_GivesTheAnswer()
    {
        Desk desk = new();
        WorkflowInvoker invoker = new(new WaitForAnswer { Question = "Ship it?" });
        invoker.Extensions.Add(desk);

        Task<IDictionary<string, object?>> run = invoker.InvokeAsync();
        Assert.Equal("Ship it?", await desk.Question);

        Assert.False(run.IsCompleted);
        await desk.AnswerAsync("Yes.");
        Assert.Equal("Yes.", (await run)["Result"]);
    }
}
