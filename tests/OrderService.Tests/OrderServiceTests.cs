using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Workflow.Core.Tests.TestKit;

namespace OrderService.Tests;

/// <summary>Tests of the service over HTTP. Each test has its own database.</summary>
public sealed class OrderServiceTests : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("order-service-");

    private string Database => Path.Combine(_folder.FullName, "orders.db");

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return Task.CompletedTask;
    }

    [Theory]
    [InlineData(true, "shipped to Ada")]
    [InlineData(false, "refused by Grace")]
    public async Task Order_ThatIsDecided_EndsWithTheOutcome(bool isApproved, string outcome)
    {
        await using RunningService service = await RunningService.StartAsync(Database);
        string order = await PlaceAsync(service, "4711");
        JsonElement waiting = await UntilAsync(service, order, state => state.GetProperty("waitsFor").GetArrayLength() == 1);
        Assert.Equal(("order/4711", "Waiting", "decide"), (Text(waiting, "key"), Text(waiting, "state"), waiting.GetProperty("waitsFor")[0].GetString()));
        await DecideAsync(service, "4711", isApproved);
        JsonElement ended = await UntilAsync(service, order, state => Text(state, "state") == "Completed");
        Assert.Equal(outcome, Text(ended, "outcome"));
        JsonElement all = await service.Client.GetFromJsonAsync<JsonElement>("/orders");
        Assert.Equal(outcome, Text(Assert.Single(all.EnumerateArray()), "outcome"));
    }

    [Fact]
    public async Task Order_ThatIsPlacedTwice_IsAConflict()
    {
        await using RunningService service = await RunningService.StartAsync(Database);
        await PlaceAsync(service, "4711");
        using HttpResponseMessage again = await service.Client.PostAsJsonAsync("/orders", new Order("4711", "Ada", 120m));
        Assert.Equal(HttpStatusCode.Conflict, again.StatusCode);
        Assert.Contains("order/4711", await again.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Request_ForAnUnknownOrder_IsNotFound()
    {
        await using RunningService service = await RunningService.StartAsync(Database);
        using HttpResponseMessage decision = await service.Client.PostAsJsonAsync("/orders/none/decision", new Decision(true, "Grace", null));
        Assert.Equal(HttpStatusCode.NotFound, decision.StatusCode);
        using HttpResponseMessage state = await service.Client.GetAsync(new Uri($"/orders/{Guid.NewGuid()}", UriKind.Relative));
        Assert.Equal(HttpStatusCode.NotFound, state.StatusCode);
    }

    [Fact]
    public async Task Order_OfOneProcess_IsDecidedAtAnother()
    {
        await using RunningService one = await RunningService.StartAsync(Database), two = await RunningService.StartAsync(Database);
        string order = await PlaceAsync(one, "4711");
        await DecideAsync(two, "4711", isApproved: true);
        Assert.Equal("shipped to Ada", Text(await UntilAsync(two, order, state => Text(state, "state") == "Completed"), "outcome"));
    }

    [Fact]
    public async Task Order_OfAProcessThatWasKilled_Continues()
    {
        string order;
        await using (RunningService killed = await RunningService.StartAsync(Database))
        {
            order = await PlaceAsync(killed, "4711");
            await UntilAsync(killed, order, state => Text(state, "state") == "Waiting");
            killed.Kill();
        }

        await using RunningService service = await RunningService.StartAsync(Database);
        await DecideAsync(service, "4711", isApproved: true);
        Assert.Equal("shipped to Ada", Text(await UntilAsync(service, order, state => Text(state, "state") == "Completed"), "outcome"));
    }

    [Fact]
    public async Task Service_ThatRuns_DescribesItselfAndIsHealthy()
    {
        await using RunningService service = await RunningService.StartAsync(Database);
        Assert.Contains("/orders/{id}/decision", await service.Client.GetStringAsync(new Uri("/openapi/v1.json", UriKind.Relative)), StringComparison.Ordinal);
        string health = string.Empty;
        for (int i = 0; i < 600 && health != "Healthy"; i++)
        {
            using HttpResponseMessage answer = await service.Client.GetAsync(new Uri("/health", UriKind.Relative));
            health = await answer.Content.ReadAsStringAsync();
            await PauseAsync();
        }

        Assert.Equal("Healthy", health);
    }

    private static string? Text(JsonElement element, string name) => element.GetProperty(name).GetString();

    private static Task PauseAsync() => Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);

    /// <summary>Places an order and returns its path.</summary>
    private static async Task<string> PlaceAsync(RunningService service, string id)
    {
        using HttpResponseMessage placed = await service.Client.PostAsJsonAsync("/orders", new Order(id, "Ada", 120m));
        Assert.Equal(HttpStatusCode.Accepted, placed.StatusCode);
        return placed.Headers.Location!.OriginalString;
    }

    /// <summary>Sends the same decision twice. The second has no effect, and is not found if the order has ended.</summary>
    private static async Task DecideAsync(RunningService service, string id, bool isApproved)
    {
        Decision decision = new(isApproved, "Grace", "r1");
        using HttpResponseMessage first = await service.Client.PostAsJsonAsync($"/orders/{id}/decision", decision);
        Assert.Equal(HttpStatusCode.Accepted, first.StatusCode);
        using HttpResponseMessage second = await service.Client.PostAsJsonAsync($"/orders/{id}/decision", decision);
        Assert.True(second.StatusCode is HttpStatusCode.Accepted or HttpStatusCode.NotFound, $"The answer was {second.StatusCode}.");
    }

    private static async Task<JsonElement> UntilAsync(RunningService service, string order, Func<JsonElement, bool> isReached)
    {
        using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
        while (true)
        {
            JsonElement state = await service.Client.GetFromJsonAsync<JsonElement>(order, limit.Token);
            if (isReached(state))
            {
                return state;
            }

            await PauseAsync();
        }
    }
}
