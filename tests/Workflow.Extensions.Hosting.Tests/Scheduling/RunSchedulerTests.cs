using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;

namespace Workflow.Extensions.Hosting.Tests.Scheduling;

public sealed class RunSchedulerTests
{
    [Fact]
    public async Task Post_WithTwoDefinitions_Alternates()
    {
        RunScheduler scheduler = new(1);
        DefinitionQueue many = new(), few = new();
        TaskCompletionSource begin = new(), end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        List<string> order = [];
        scheduler.Post(many, () => Block(begin.Task));
        for (int i = 0; i < 3; i++)
        {
            scheduler.Post(many, () => order.Add("many"));
        }

        scheduler.Post(few, () => order.Add("few"));
        scheduler.Post(many, () => end.SetResult());
        begin.SetResult();
        await end.Task.WaitAsync(HangGuard.Limit);
        Assert.Equal(["many", "few", "many", "many"], order);
    }

    [Fact]
    public async Task RemoveLimit_WithABlockedThread_RunsTheRest()
    {
        RunScheduler scheduler = new(1);
        DefinitionQueue queue = new();
        TaskCompletionSource release = new(), ran = new(TaskCreationOptions.RunContinuationsAsynchronously);
        scheduler.Post(queue, () => Block(release.Task));
        scheduler.Post(queue, ran.SetResult);
        Assert.False(ran.Task.IsCompleted);
        scheduler.RemoveLimit();
        await ran.Task.WaitAsync(HangGuard.Limit);
        release.SetResult();
        await Eventually.TrueAsync(() => scheduler.Running == 0);
    }

#pragma warning disable RS0030 // The test needs a blocked thread.
    private static void Block(Task release) => release.Wait(HangGuard.Limit);
#pragma warning restore RS0030
}
