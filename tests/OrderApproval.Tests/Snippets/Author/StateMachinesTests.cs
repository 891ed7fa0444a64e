using System.Globalization;
using Workflow;
using Workflow.Expressions;

namespace OrderApproval.Tests.Snippets;

public sealed class StateMachinesTests
{
    [Fact]
    public async Task Order_PaidAndShipped_GoesThroughItsStates() => Assert.Equal(
        "waiting for the money\nno longer open\npacking\nthank you\nclosed\n", await RunAsync(StateMachines.Order(), "paid", "shipped"));

    [Fact]
    public async Task Login_WithTwoMistakes_StillOpens() =>
        Assert.Equal("welcome\n", await RunAsync(StateMachines.Login(), "wrong password", "wrong password", "right password"));

    [Fact]
    public async Task Login_WithThreeMistakes_IsLocked() =>
        Assert.Equal("locked\n", await RunAsync(StateMachines.Login(), "wrong password", "wrong password", "wrong password"));

    [Theory]
    [InlineData(3, "done\n")]
    [InlineData(4, "gave up\n")]
    public void ThreeAttempts_SuccessAtGivenAttempt_PrintsTheOutcome(int succeedsAt, string expected)
    {
        int attempts = 0;
        Assert.Equal(expected, GettingStarted.Output(StateMachines.ThreeAttempts(new LambdaValue<bool>(_ => ++attempts == succeedsAt))));
    }

    [Fact]
    public async Task Answer_InTime_StopsTheClock() => Assert.Equal("answered\n", await RunAsync(StateMachines.Answer(), "answer"));

    /// <summary>
    /// Runs the workflow, sends the events in order and returns the written text. The workflow must accept each event, and none after its end.
    /// </summary>
    private static async Task<string> RunAsync(Activity workflow, params string[] names)
    {
        StringWriter text = new(CultureInfo.InvariantCulture) { NewLine = "\n" };
        Events events = new();
        WorkflowInvoker invoker = new(workflow);
        invoker.Extensions.Add(text);
        invoker.Extensions.Add(events);
        Task run = invoker.InvokeAsync();
        foreach (string name in names)
        {
            Assert.True(await events.SendAsync(name));
        }

        await run;
        Assert.False(await events.SendAsync(names[^1]));
        return text.ToString();
    }
}
