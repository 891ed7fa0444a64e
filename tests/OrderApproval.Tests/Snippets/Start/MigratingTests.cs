using Workflow;

namespace OrderApproval.Tests.Snippets;

/// <summary>Tests of the replacements that docs/start/migrating-from-wf4.md shows for features that .NET has dropped.</summary>
public sealed class MigratingTests
{
    [Fact]
    public void BeginInvoke_OfADelegate_IsReplacedByATask()
    {
        Assert.Equal(3, WorkflowInvoker.Invoke(new CountTokens { Text = "three short words" }));
        Assert.Equal(5, WorkflowInvoker.Invoke(new CountLetters { Text = "5 words" }));
        Func<int> work = () => 1;
#pragma warning disable WF0011 // The test asserts the exception of such code.
        Assert.Throws<PlatformNotSupportedException>(() => work.BeginInvoke(null, null));
#pragma warning restore WF0011
    }

    [Fact]
    public void ExecuteAsync_DeclaredByALibrary_IsCalledByBeginExecute() => Assert.Equal(7, WorkflowInvoker.Invoke(new Seven()));

    private sealed class Seven : TaskActivity
    {
        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return 7;
        }
    }
}
