using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting.Tests.Documents;

/// <summary>The code of the pages about the host.</summary>
internal static class Snippets
{
    public static void Register(HostApplicationBuilder builder)
    {
        builder.Services.AddWorkflow(workflow => workflow
            .UseSqlite("Name=Workflow")
            .AddDefinition<OrderApproval>("order-approval", version: 2)
            .AddDefinition<OrderApprovalV1>("order-approval", version: 1)
            .AddType<Decision>("decision"));
        builder.Services.Configure<WorkflowHostOptions>(builder.Configuration.GetSection("Workflow"));
        builder.Services.Configure<SqlInstanceStoreOptions>(builder.Configuration.GetSection("Workflow:Store"));
    }

    public static Task<WorkflowReceipt> PlaceAsync(WorkflowClient client, Order order) =>
        client.StartAsync("order-approval", new { Order = order }, new() { Key = $"order/{order.Id}", RequestId = order.RequestId });

    public static Task<WorkflowReceipt> DecideAsync(WorkflowClient client, string id, Decision decision) =>
        client.ResumeAsync($"order/{id}", "decide", decision, requestId: decision.RequestId);

    public static async Task<string> PlaceAndWaitAsync(WorkflowClient client, Order order)
    {
        WorkflowReceipt receipt = await PlaceAsync(client, order);
        return await client.WaitForCompletionAsync<string>(receipt.InstanceId);
    }

    public static async Task<string?> ResultOfAsync(WorkflowClient client, Guid instanceId) =>
        await client.GetAsync(instanceId) is { State: WorkflowInstanceState.Completed } info ? info.GetOutput<string>() : null;

    public sealed class FakeClient : WorkflowClient
    {
        public Dictionary<string, IReadOnlyDictionary<string, object?>?> Started { get; } = [];

        public override Task<WorkflowReceipt> StartAsync(
            string definitionName,
            IReadOnlyDictionary<string, object?>? inputs = null,
            WorkflowStartOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            Started.Add(options!.Key!, inputs);
            return Task.FromResult(new WorkflowReceipt { InstanceId = Guid.NewGuid() });
        }

        public override Task<WorkflowReceipt> ResumeAsync(
            WorkflowReference instance,
            string bookmarkName,
            object? value = null,
            string? requestId = null,
            TimeSpan? expiresIn = null,
            CancellationToken cancellationToken = default) => throw new WorkflowInstanceEndedException(instance);

        public override Task<WorkflowResult> WaitForCompletionAsync(WorkflowReference instance, CancellationToken cancellationToken = default) =>
            Task.FromResult(new WorkflowResult
            {
                InstanceId = instance.InstanceId,
                State = WorkflowInstanceState.Completed,
                Outputs = new Dictionary<string, object?> { ["Result"] = "paid" },
            });
    }

    public static void Configure(WorkflowHostBuilder workflow) => workflow.Configure(options =>
    {
        options.TimeToUnload = TimeSpan.FromMinutes(10);
        options.MaxLoadedInstances = 5000;
        options.DrainTimeout = TimeSpan.FromSeconds(15);
    });

    public static void RegisterTypes(WorkflowHostBuilder workflow) => workflow.AddType<Decision>("decision").AddType<Payment>("payment");

    public static Activity ChargeWithRetry(Activity charge) => new Retry
    {
        Body = charge,
        MaxAttempts = 5,
        FirstDelay = TimeSpan.FromSeconds(2),
        MaxDelay = TimeSpan.FromMinutes(5),
        ShouldRetry = exception => exception is HttpRequestException or TimeoutException,
    };

    public static Activity Wait(Variable<Payment> payment) => new WaitForBookmark<Payment>("paid") { Result = payment };

    public static Activity WaitForParcel(DelegateInArgument<string> parcel) => new TryCatch
    {
        Try = new WaitForBookmark<Shipment>("shipped") { Correlation = parcel, Timeout = new(TimeSpan.FromDays(14)) },
        Catches = { new Catch<TimeoutException> { Action = new() { Handler = new AskCarrier { Parcel = parcel } } } },
    };

    public static Task<WorkflowReceipt> PayAsync(WorkflowClient client, string orderId, Payment payment) =>
        client.ResumeAsync($"order/{orderId}", "paid", payment, requestId: payment.TransactionId);

    public static void AddExtensions(WorkflowHostBuilder workflow) =>
        workflow.AddExtensions((services, extensions) => extensions.Add(services.GetRequiredService<PaymentService>()));

    public static void AddDefinitions(WorkflowHostBuilder workflow) => workflow
        .AddDefinition<OrderApproval>("order-approval", 2)
        .AddDefinition<NightlyImport>("import", 1, WorkflowFailurePolicy.RetryWithBackOff);

    public static async Task ContinueAllAsync(WorkflowClient client, TextWriter log)
    {
        await foreach (WorkflowInstanceInfo info in client.QueryAsync(new InstanceQuery { IsSuspended = true }))
        {
            await log.WriteLineAsync($"{info.Key} of {info.DefinitionName} {info.Version}: {info.Reason}");
            await client.ContinueAsync(info.InstanceId);
        }
    }

    public static async Task<string> DescribeAsync(WorkflowClient client, string id)
    {
        WorkflowInstanceInfo? info = await client.GetAsync($"order/{id}");
        if (info is null)
        {
            return "No instance has this key: it was never started, or it has ended.";
        }

        string refused = string.Join(" ", info.RefusedMessages.Select(message => message.Reason));
        return $"{info.State} in {info.OwnerName ?? "no process"}, waits at '{string.Join(", ", info.Bookmarks)}', due {info.DueAt}, {info.PendingMessageCount} messages wait. {info.Reason} {refused}";
    }

    public static void AddHealth(IServiceCollection services) => services.AddHealthChecks().AddWorkflowCheck();

    internal sealed record Order(string Id, decimal Total, string RequestId);

    internal sealed record Decision(bool IsApproved, string RequestId);

    internal sealed record Payment(decimal Amount, string TransactionId);

    internal sealed record Shipment(string Carrier);

    internal sealed class AskCarrier : CodeActivity
    {
        public InArgument<string> Parcel { get; set; } = null!;

        protected override void Execute(CodeActivityContext context) => context.GetRequiredService<Journal>().Add($"asked for {Parcel.Get(context)}");
    }

    internal sealed class PaymentService(Journal journal)
    {
        public Task ChargeAsync(Order? order, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            journal.Add($"charged {order?.Total}");
            return Task.CompletedTask;
        }
    }

    public sealed class ChargeCustomer : AsyncCodeActivity
    {
        public InArgument<Order> Order { get; set; } = null!;

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            context.GetRequiredService<PaymentService>().ChargeAsync(Order.Get(context), cancellationToken);
    }

    /// <summary>Waits for the decision and for the payment, and charges the customer.</summary>
    public sealed class OrderApproval : Activity<string>
    {
        public OrderApproval()
        {
            Variable<Payment> payment = new("payment");
            Implementation = () => new Sequence
            {
                Variables = { payment },
                Activities =
                {
                    new WaitFor { Bookmark = "decide" }, new ChargeCustomer { Order = new(context => Order.Get(context)) }, Wait(payment),
                    new Assign<string> { To = new(context => Result!.Get(context)), Value = "paid" },
                },
            };
        }

        public InArgument<Order> Order { get; set; } = null!;
    }

    public sealed class OrderApprovalV1 : Activity
    {
        public OrderApprovalV1() => Implementation = () => new WaitFor { Bookmark = "decide" };

        public InArgument<Order> Order { get; set; } = null!;
    }

    public sealed class NightlyImport : Activity
    {
        public NightlyImport() => Implementation = () => new WaitFor { Bookmark = "file" };
    }
}
