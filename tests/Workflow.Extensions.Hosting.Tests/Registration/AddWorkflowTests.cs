using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Registration;

public sealed class AddWorkflowTests
{
    [Fact]
    public async Task Start_WithProblems_ReportsAllOfThemTogether()
    {
        await using HostRun run = HostRun.Build(workflow => workflow
            .AddDefinition<WaitFor>("twice", 1)
            .AddDefinition<WaitFor>("twice", 1)
            .AddDefinition("zero", 0, new WaitFor())
            .AddDefinition("broken", 1, new Sequence { Activities = { new Assign<int> { DisplayName = "Set" } } })
            .AddDefinition("failing", 1, () => throw new InvalidOperationException("No file."))
            .AddType<Decision>("decision").AddType<Decision>("other")
            .Configure(options =>
            {
                options.TimeToPersist = TimeSpan.FromSeconds(-3);
                options.MaxRunningInstances = 0;
            }));
        WorkflowConfigurationException exception = await Assert.ThrowsAsync<WorkflowConfigurationException>(run.StartAsync);
        string[] expected =
        [
            "has the alias 'decision' already", "TimeToPersist", "MaxRunningInstances",
            "'twice' 1 is registered 2 times", "'zero'", "'broken' 1 is invalid at 'Set'", "No file."
        ];
        Assert.All(expected, text => Assert.Contains(exception.Problems, problem => problem.Contains(text, StringComparison.Ordinal)));
        Assert.All(exception.Problems, problem => Assert.Contains(problem, exception.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Client_WithoutAStore_ThrowsWithAdvice()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.AddDefinition<WaitFor>("a"));
        using ServiceProvider provider = services.BuildServiceProvider();
        Assert.Contains(
            "call UseStore", Assert.Throws<WorkflowConfigurationException>(provider.GetRequiredService<WorkflowClient>).Message, StringComparison.Ordinal);
    }

    /// <summary>A process that only sends starts instances and sends messages without a host.</summary>
    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task Start_ProcessThatRunsNothing_HasNoHost(bool runsInstances, bool hasDefinitions)
    {
        await using HostRun run = await HostRun.StartAsync(workflow =>
        {
            workflow.Configure(options => options.RunInstances = runsInstances);
            if (hasDefinitions)
            {
                workflow.AddDefinition<WaitFor>("wait");
            }
        });
        Assert.DoesNotContain(run.Services.GetServices<IHostedService>(), service => service is WorkflowHost);
        if (hasDefinitions)
        {
            Guid id = await run.StartInstanceAsync("wait");
            await run.Client.ResumeAsync(id, "go", "x");
            Assert.Equal(1, (await run.Client.GetAsync(id))!.PendingMessageCount);
        }
    }

    [Fact]
    public void AddWorkflow_CalledTwice_AddsToOneRegistration()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow => workflow.UseStore(new InMemoryInstanceStore(new VirtualTimeProvider())));
        services.AddWorkflow(workflow => workflow.AddDefinition<WaitFor>("a"));
        using ServiceProvider provider = services.BuildServiceProvider();
        Assert.NotNull(provider.GetRequiredService<WorkflowClient>());
        services.AddWorkflow(workflow => workflow.UseStore(_ => null!));
        using ServiceProvider second = services.BuildServiceProvider();
        Assert.Contains(
            "called 2 times", Assert.Throws<WorkflowConfigurationException>(second.GetRequiredService<WorkflowClient>).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Host_WithoutLogging_Runs()
    {
        ServiceCollection services = new();
        VirtualTimeProvider time = new();
        services.AddSingleton<TimeProvider>(time);
        services.AddWorkflow(workflow => workflow
            .UseStore(HostRun.NewStore(time))
            .AddDefinition("short", 1, new Assign<int> { To = new OutArgument<int>(), Value = 1 }));
        await using ServiceProvider provider = services.BuildServiceProvider();
        WorkflowHost host = provider.GetRequiredService<WorkflowHost>();
        await host.StartAsync(CancellationToken.None);
        WorkflowClient client = provider.GetRequiredService<WorkflowClient>();
        WorkflowReceipt receipt = await client.StartAsync("short");
        Assert.Equal(WorkflowInstanceState.Completed, (await client.WaitForCompletionAsync(receipt.InstanceId)).State);
        await host.StopAsync(CancellationToken.None);
    }
}
