using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The end of an instance with typed outputs.</summary>
public sealed class CompletionTests : StoredApplications
{
    [Fact]
    public async Task WaitForCompletion_OfAResult_ReturnsIt()
    {
        WorkflowApplication application = Run(new Decide());
        Task<int> result = application.WaitForCompletionAsync<int>();
        await application.ResumeBookmarkAsync("decide", 5).WaitAsync(HangGuard.Limit);
        Assert.Equal(5, await result.WaitAsync(HangGuard.Limit));
        WorkflowCompletion completion = await application.WaitForCompletionAsync().WaitAsync(HangGuard.Limit);
        Assert.Equal((5, "odd"), (completion.GetOutput<int>("Result"), completion.GetOutput<string>("Text")));
        Assert.Equal(5, completion.GetOutput<int?>("Result"));
        Assert.Null(completion.GetOutput<string>("Nothing"));
    }

    [Fact]
    public async Task GetOutput_OfAnotherNameOrType_NamesTheOutputs()
    {
        WorkflowApplication application = Run(new Decide());
        await application.ResumeBookmarkAsync("decide", 5).WaitAsync(HangGuard.Limit);
        WorkflowCompletion completion = await application.WaitForCompletionAsync().WaitAsync(HangGuard.Limit);
        Assert.Contains(
            "no output 'result'; its outputs are: ",
            Assert.Throws<KeyNotFoundException>(() => completion.GetOutput<int>("result")).Message,
            StringComparison.Ordinal);
        Assert.Equal(
            "The output 'Result' is a 'System.Int32', not a 'System.Int64'; request its type.",
            Assert.Throws<InvalidCastException>(() => completion.GetOutput<long>("Result")).Message);
        Assert.Contains(
            "The output 'Nothing' is null",
            Assert.Throws<InvalidCastException>(() => completion.GetOutput<int>("Nothing")).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => completion.GetOutput<int>(null!));
    }

    [Fact]
    public async Task WaitForCompletion_OfAFault_ThrowsWithTheReason()
    {
        TimeoutException reason = new("late");
        WorkflowApplication application = Run(new Decide());
        await application.TerminateAsync(reason).WaitAsync(HangGuard.Limit);
        WorkflowApplicationTerminatedException exception = await Assert.ThrowsAsync<WorkflowApplicationTerminatedException>(
            () => application.WaitForCompletionAsync<int>().WaitAsync(HangGuard.Limit));
        Assert.Same(reason, exception.InnerException);
        Assert.Equal(application.Id, exception.InstanceId);
        WorkflowCompletion completion = await application.WaitForCompletionAsync().WaitAsync(HangGuard.Limit);
        Assert.Same(reason, Assert.Throws<InvalidOperationException>(() => completion.GetOutput<int>("Result")).InnerException);
    }

    [Fact]
    public async Task WaitForCompletion_OfACancellation_Throws()
    {
        WorkflowApplication application = Run(new Decide());
        await application.CancelAsync().WaitAsync(HangGuard.Limit);
        WorkflowApplicationCompletedException exception = await Assert.ThrowsAsync<WorkflowApplicationCompletedException>(
            () => application.WaitForCompletionAsync<int>().WaitAsync(HangGuard.Limit));
        Assert.Equal($"The workflow instance '{application.Id}' was canceled and has no result.", exception.Message);
    }

    [Fact]
    public async Task WaitForCompletion_UnloadOrAbort_Throws()
    {
        WorkflowApplication unloaded = With(new Decide()).Run().Application;
        Task wait = unloaded.WaitForCompletionAsync();
        await unloaded.UnloadAsync().WaitAsync(HangGuard.Limit);
        await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => wait.WaitAsync(HangGuard.Limit));
        WorkflowApplication aborted = Run(new Decide());
        aborted.Abort("enough");
        await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => aborted.WaitForCompletionAsync<int>().WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task WaitForCompletion_WithAToken_EndsTheWaitOnly()
    {
        WorkflowApplication application = Run(new Decide());
        using CancellationTokenSource source = new();
        Task wait = application.WaitForCompletionAsync<int>(source.Token);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait.WaitAsync(HangGuard.Limit));
        await application.ResumeBookmarkAsync("decide", 5).WaitAsync(HangGuard.Limit);
        Assert.Equal(5, await application.WaitForCompletionAsync<int>().WaitAsync(HangGuard.Limit));
        await Assert.ThrowsAsync<ArgumentNullException>(() => WorkflowApplicationCompletion.WaitForCompletionAsync<int>(null!));
    }

    private static WorkflowApplication Run(Activity root)
    {
        WorkflowApplication application = new(root);
        application.Run();
        return application;
    }

    private sealed class Decide : NativeActivity<int>
    {
        public OutArgument<string> Text { get; set; } = null!;

        public OutArgument<string> Nothing { get; set; } = null!;

        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnResumed);

        private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value)
        {
            Result!.Set(context, (int)value!);
            Text.Set(context, "odd");
        }
    }
}
