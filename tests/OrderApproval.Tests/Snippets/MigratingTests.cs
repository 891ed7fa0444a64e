using Workflow;

namespace OrderApproval.Tests.Snippets;

/// <summary>What docs/start/migrating-from-wf4.md shows in place of what .NET dropped.</summary>
public sealed class MigratingTests
{
    [Fact]
    public void BeginInvoke_OfADelegate_IsReplacedByATask()
    {
        Assert.Equal(3, WorkflowInvoker.Invoke(new CountTokens { Text = "three short words" }));
        Assert.Equal(5, WorkflowInvoker.Invoke(new CountLetters { Text = "5 words" }));
        Func<int> work = () => 1;
#pragma warning disable WF0011 // The test shows what happens to such code.
        Assert.Throws<PlatformNotSupportedException>(() => work.BeginInvoke(null, null));
#pragma warning restore WF0011
    }

    [Fact]
    public void ExecuteAsync_ThatALibraryDeclaresItself_IsReachedThroughItsPair() => Assert.Equal(7, WorkflowInvoker.Invoke(new Seven()));

    private sealed class Seven : TaskActivity
    {
        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return 7;
        }
    }
}
