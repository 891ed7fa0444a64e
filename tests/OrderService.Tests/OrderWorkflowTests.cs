using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Workflow.Hosting;
using Workflow.Testing;

namespace OrderService.Tests;

/// <summary>Tests of the workflow without a process of its own, a port and a database.</summary>
public sealed class OrderWorkflowTests
{
    private static readonly Order Chair = new("4711", "Ada", 120m);

    [Theory]
    [InlineData(true, "shipped to Ada")]
    [InlineData(false, "refused by Grace")]
    public async Task Order_CrashAtAnyPoint_EndsWithTheSameOutcome(bool isApproved, string outcome)
    {
        CrashReport report = await CrashTest.ExploreAsync(new OrderWorkflow(), new CrashTestOptions
        {
            Inputs = Inputs(),
            Events = [TestEvent.Send("decide", Decided(isApproved))],
            Effects = isApproved ? new Dictionary<string, EffectRule> { ["4711"] = EffectRule.AtLeastOnce } : [],
            AddExtensions = AddWarehouse,
        });
        Assert.Equal(outcome, report.Uninterrupted.Result.GetOutput<string>());
        Assert.Equal(isApproved ? 1 : 0, report.Uninterrupted.Effects.Count);
    }

    /// <summary>A crash after the shipment repeats the shipment. The warehouse must therefore recognize a repeated order.</summary>
    [Fact]
    public async Task Order_CrashAfterTheShipment_IsShippedAgain()
    {
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CrashTest.ExploreAsync(new OrderWorkflow(), new CrashTestOptions
        {
            Inputs = Inputs(),
            Events = [TestEvent.Send("decide", Decided(true))],
            Effects = new Dictionary<string, EffectRule> { ["4711"] = EffectRule.ExactlyOnce },
            AddExtensions = AddWarehouse,
        }));
        Assert.StartsWith("The effect '4711' happened 2 times", failure.Message, StringComparison.Ordinal);
        Assert.Contains("after 'Ship'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Order_EventsInAnyOrder_Ends()
    {
        await InterleavingTest.ExploreAsync(new OrderWorkflow(), new InterleavingOptions
        {
            Inputs = Inputs(),
            Events = [TestEvent.Send("decide", Decided(true)), TestEvent.Send("decide", Decided(false)), TestEvent.Cancel(), TestEvent.Takeover()],
            AddExtensions = AddWarehouse,
            Verify = outcome =>
            {
                object? result = outcome.Result!.Outputs.GetValueOrDefault("Result");
                Assert.Contains(result, (object?[])[null, "refused by Grace", "shipped to Ada"]);
                Assert.True(result is null || result is "shipped to Ada" == outcome.Effects.CountOf("4711") > 0);
            },
        });
    }

    [Fact]
    public async Task Warehouse_Down_IsCalledAgainAfterADelay()
    {
        Queue<Exception> failures = new([new HttpRequestException("down"), new HttpRequestException("down")]);
        await using TestHost host = new(new TestHostOptions { AddExtensions = (extensions, shipments) => extensions.Add(Services(shipments, failures)) });
        TestInstance order = host.Start(new OrderWorkflow(), Inputs());
        await order.ResumeAsync("decide", Decided(true));
        Assert.Equal(0, host.Effects.CountOf("4711"));

        // The delay before the next attempt is part of the saved state.
        await order.ReloadAsync();
        WorkflowTestResult end = await order.RunToEndAsync();
        Assert.Equal("shipped to Ada", end.GetOutput<string>());
        Assert.Equal((0, 1), (failures.Count, host.Effects.CountOf("4711")));
    }

    [Fact]
    public async Task Coverage_OfTheseTests_IsComplete()
    {
        WorkflowCoverage coverage = new(new OrderWorkflow());
        await using TestHost host = new(new TestHostOptions
        {
            AddExtensions = (extensions, shipments) => extensions.Add(Services(shipments, new Queue<Exception>([new HttpRequestException("down")]))),
        });
        foreach (bool isApproved in (bool[])[true, false])
        {
            TestInstance order = host.Start(new OrderWorkflow(), Inputs());
            await order.ResumeAsync("decide", Decided(isApproved));
            await order.RunToEndAsync();
            coverage.Add(order.Trace);
        }

        Assert.Empty(coverage.NotReached);
    }

    private static Dictionary<string, object?> Inputs() => new() { ["Order"] = Chair };

    private static Decision Decided(bool isApproved) => new(isApproved, "Grace", "r1");

    private static void AddWarehouse(WorkflowInstanceExtensionManager extensions, EffectLog shipments) => extensions.Add(Services(shipments, []));

    /// <summary>Returns services with the warehouse of the sample. Each log entry is a shipment; the first entries throw the failures instead.</summary>
    private static IServiceProvider Services(EffectLog shipments, Queue<Exception> failures) =>
        new ServiceCollection().AddSingleton<Warehouse>().AddSingleton<ILogger<Warehouse>>(new ShipmentLog(shipments, failures)).BuildServiceProvider();

    private sealed class ShipmentLog(EffectLog shipments, Queue<Exception> failures) : ILogger<Warehouse>
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (failures.TryDequeue(out Exception? failure))
            {
                throw failure;
            }

            shipments.Add(((IReadOnlyList<KeyValuePair<string, object?>>)state!)[0].Value!.ToString()!);
        }
    }
}
