using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting.Tests.Activities;

public sealed class WaitForBookmarkTests
{
    [Fact]
    public async Task Value_OfTheType_IsTheResult()
    {
        await using HostRun run = await StartAsync(new WaitForBookmark<Decision>("decide"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "decide", new Decision(true, "Ada"));
        Assert.Equal(new Decision(true, "Ada"), await run.Client.WaitForCompletionAsync<Decision>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task Null_OfATypeThatHasIt_IsTheResult()
    {
        await using HostRun run = await StartAsync(new WaitForBookmark<int?>("count"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "count");
        Assert.Null(await run.Client.WaitForCompletionAsync<int?>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task Definition_WithoutAName_IsInvalid()
    {
        await using HostRun run = HostRun.Build(workflow => workflow.AddDefinition("wait", 1, new Sequence { Activities = { new WaitForBookmark<int>() } }));
        WorkflowConfigurationException exception = await Assert.ThrowsAsync<WorkflowConfigurationException>(run.StartAsync);
        Assert.Contains("'BookmarkName'", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    private static Task<HostRun> StartAsync(Activity root) =>
        HostRun.StartAsync(workflow => workflow.AddDefinition("wait", 1, root, WorkflowFailurePolicy.Terminate).AddType<Decision>("decision"));
}
