using Workflow;
using Workflow.Persistence;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

public sealed class HostingTests
{
    [Fact]
    public async Task Decide_FirstApplication_LogsTheCompletion()
    {
        using StringWriter log = new() { NewLine = "\n" };
        Assert.True(await Hosting.DecideAsync(log));
        Assert.Equal("Closed: True\n", log.ToString());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Decide_InstanceInTheStore_CompletesIt(bool decision)
    {
        InMemoryInstanceStore store = new();
        Guid id = await Hosting.BeginAsync(store);
        Assert.Equal("decision on 4711", await BookmarkOfAsync(store, id));
        Assert.Equal(decision, await Hosting.DecideAsync(store, id, decision));
        Assert.Null(await BookmarkOfAsync(store, id));
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => Hosting.DecideAsync(store, id, decision));
    }

    [Fact]
    public async Task Run_WithATokenThatIsCanceled_CancelsTheWorkflow()
    {
        using CancellationTokenSource source = new();
        TaskCompletionSource idle = new();
        WorkflowApplication application = new(new WaitForDecision { Order = "1" }) { Idle = _ => idle.SetResult() };
        Task<WorkflowCompletion> run = Hosting.RunAsync(application, source.Token);
        await idle.Task;

        await source.CancelAsync();
        Assert.Equal(ActivityInstanceState.Canceled, (await run).State);
    }

    [Fact]
    public async Task CancelOnFaults_OfAFault_LogsItAndCancels()
    {
        using StringWriter log = new() { NewLine = "\n" };
        WorkflowApplication application = new(new Throw { DisplayName = "Charge the card", Exception = new(_ => new TimeoutException("no answer")) });
        Hosting.CancelOnFaults(application, log);
        application.Run();

        Assert.Equal(ActivityInstanceState.Canceled, (await application.Completion).State);
        Assert.Equal("'Charge the card' failed: no answer\n", log.ToString());
    }

    [Fact]
    public async Task AddExtensions_Factory_CreatesAndDisposesOnePerInstance()
    {
        string folder = Directory.CreateTempSubdirectory().FullName;
        try
        {
            WriteLine definition = new() { Text = "done" };
            WorkflowApplication[] applications = [new(definition), new(definition)];
            foreach (WorkflowApplication application in applications)
            {
                Hosting.AddExtensions(application, TimeProvider.System, folder);
                application.Run();
                await application.Completion;
                Assert.Equal("done", (await File.ReadAllTextAsync(Path.Combine(folder, $"{application.Id}.log"))).Trim());
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<string?> BookmarkOfAsync(InMemoryInstanceStore store, Guid id)
    {
        await foreach (InstanceSummary saved in store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, CancellationToken.None))
        {
            return Assert.Single(saved.Bookmarks).Name;
        }

        return null;
    }
}
