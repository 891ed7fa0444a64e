using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OrderApproval.Tests.Documents;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Documents;

/// <summary>Tests that the code blocks of the pages about the host are part of the snippets, which these tests compile and run.</summary>
public sealed class HostingPagesTests
{
    private const string Source = "tests/Workflow.Extensions.Hosting.Tests/Documents/Snippets.cs";

    [Theory]
    [InlineData("docs/host/hosting-service.md")]
    [InlineData("docs/host/messages-and-idempotency.md")]
    [InlineData("docs/host/dependency-injection-and-logging.md")]
    [InlineData("docs/host/operations.md")]
    [InlineData("docs/start/troubleshooting.md")]
    public void CodeBlocks_OfAPage_AreCompiledHere(string page)
    {
        string compiled = string.Join('\n', CodeBlock.Essence(Checkout.ReadLines(Source)));
        IReadOnlyList<CodeBlock> blocks = CodeBlock.In(page);
        Assert.NotEmpty(blocks);
        Assert.All(blocks, block => Assert.Contains(string.Join('\n', CodeBlock.Essence(block.Text)), compiled, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Host_OfThePages_RunsAnOrderInADatabase()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("workflow-hosting-");
        {
            HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
            builder.Configuration["ConnectionStrings:Workflow"] = $"Data Source={Path.Combine(folder.FullName, "orders.db")}";
            builder.Services.AddSingleton<Journal>().AddScoped<Snippets.PaymentService>();
            Snippets.Register(builder);
            Snippets.AddHealth(builder.Services);
            builder.Services.AddWorkflow(workflow =>
            {
                workflow.AddType<Snippets.Payment>("payment").AddDefinition<Snippets.NightlyImport>("import", 1, WorkflowFailurePolicy.RetryWithBackOff);
                Snippets.Configure(workflow);
                Snippets.AddExtensions(workflow);
            });
            using IHost host = builder.Build();
            await host.StartAsync();
            WorkflowClient client = host.Services.GetRequiredService<WorkflowClient>();
            Snippets.Order order = new("4711", 120m, "r1");
            WorkflowReceipt placed = await Snippets.PlaceAsync(client, order);
            Assert.Equal(
                (placed.InstanceId, true),
                ((await Snippets.PlaceAsync(client, order)).InstanceId, (await Snippets.PlaceAsync(client, order)).IsRepeated));
            await client.SuspendAsync("order/4711", "Checked by hand.");
            await Eventually.TrueAsync(async () => (await client.GetAsync("order/4711"))!.State == WorkflowInstanceState.Suspended, () => "not suspended");
            string described = await Snippets.DescribeAsync(client, "4711");
            Assert.StartsWith("Suspended in no process, waits at '", described, StringComparison.Ordinal);
            Assert.Contains("Checked by hand.", described, StringComparison.Ordinal);
            Assert.StartsWith("No instance has this key", await Snippets.DescribeAsync(client, "4712"), StringComparison.Ordinal);
            using StringWriter log = new();
            await Snippets.ContinueAllAsync(client, log);
            Assert.Equal("order/4711 of order-approval 2: Checked by hand.", log.ToString().Trim());
            await Snippets.DecideAsync(client, "4711", new(true, "d1"));
            await Snippets.DecideAsync(client, "4711", new(true, "d1"));
            await Snippets.PayAsync(client, "4711", new(120m, "t1"));
            Assert.Equal("paid", await Snippets.PlaceAndWaitAsync(client, order).WaitAsync(HangGuard.Limit));
            Assert.Equal("paid", await Snippets.ResultOfAsync(client, placed.InstanceId));
            Assert.Equal(["charged 120"], host.Services.GetRequiredService<Journal>().Entries);
            await host.StopAsync();
        }

        folder.Delete(recursive: true);
    }

    [Fact]
    public void Retry_OfThePage_RunsItsBodyAgain()
    {
        int attempts = 0;
        Do charge = new(_ => attempts = attempts < 4 ? throw new TimeoutException($"{++attempts}") : attempts + 1);
        WorkflowTest.Run(Snippets.ChargeWithRetry(charge)).EnsureClosed();
        Assert.Equal(5, attempts);
    }

    [Fact]
    public void Builders_OfThePages_AcceptTheirRegistrations()
    {
        ServiceCollection services = new();
        services.AddWorkflow(workflow =>
        {
            Snippets.RegisterTypes(workflow);
            Snippets.AddDefinitions(workflow);
        });
        Assert.NotEmpty(services);
    }
}
