using Workflow;
using Workflow.Statements;
using Workflow.Testing;

namespace OrderApproval.Tests.Snippets;

public sealed class AuthoringActivitiesTests
{
    [Theory]
    [InlineData(99, 99, false)]
    [InlineData(101, 100, true)]
    public void Clamp_OfAValue_GivesItOrTheHighest(int value, int expected, bool wasTooHigh)
    {
        Dictionary<string, object?> inputs = new() { ["Value"] = value };
        WorkflowTestResult result = WorkflowTest.Run(new Clamp(), inputs);

        Assert.Equal(expected, result.GetOutput<int>());
        Assert.Equal(wasTooHigh, result.GetOutput<bool>("WasTooHigh"));
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
        await using TestHost host = new(new TestHostOptions { AddExtensions = (extensions, _) => extensions.Add(desk) });
        TestInstance instance = host.Start(new WaitForAnswer { Question = "Ship it?" });
        await instance.RunUntilIdleAsync();
        Assert.Equal("Ship it?", await desk.Question);

        Task answer = desk.AnswerAsync("Yes.");
        WorkflowTestResult result = await instance.RunToEndAsync();
        await answer;
        Assert.Equal("Yes.", result.GetOutput<string>());
    }
}
