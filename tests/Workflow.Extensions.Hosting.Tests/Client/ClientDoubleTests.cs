using System.Reflection;
using Workflow.Extensions.Hosting.Tests.Documents;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of the client that a unit test of an application replaces.</summary>
public sealed class ClientDoubleTests
{
    private static readonly Snippets.Order Chair = new("4711", 120m, "r1");

    [Fact]
    public async Task Double_OfThePage_AnswersItsCallers()
    {
        Snippets.FakeClient client = new();
        Assert.Equal("paid", await Snippets.PlaceAndWaitAsync(client, Chair));
        Assert.Equal(Chair, client.Started["order/4711"]!["Order"]);
        WorkflowInstanceEndedException ended = await Assert.ThrowsAsync<WorkflowInstanceEndedException>(
            () => Snippets.DecideAsync(client, "4711", new(true, "d1")));
        Assert.Equal("order/4711", ended.Reference.Key);
    }

    [Fact]
    public void Operation_NotOverridden_NamesItself()
    {
        NoClient client = new();
        Dictionary<string, Func<object>> operations = new()
        {
            [nameof(client.WithStore)] = () => client.WithStore(null!),
            [nameof(client.StartAsync)] = () => client.StartAsync("order"),
            [nameof(client.ResumeAsync)] = () => client.ResumeAsync("order/1", "decide"),
            [nameof(client.WithdrawAsync)] = () => client.WithdrawAsync(null!),
            [nameof(client.CancelAsync)] = () => client.CancelAsync("order/1"),
            [nameof(client.TerminateAsync)] = () => client.TerminateAsync("order/1", "A reason."),
            [nameof(client.SuspendAsync)] = () => client.SuspendAsync("order/1", "A reason."),
            [nameof(client.ContinueAsync)] = () => client.ContinueAsync("order/1"),
            [nameof(client.GetAsync)] = () => client.GetAsync("order/1"),
            [nameof(client.QueryAsync)] = () => client.QueryAsync(),
            [nameof(client.GetDefinitionsAsync)] = () => client.GetDefinitionsAsync(),
            [nameof(client.WaitForCompletionAsync)] = () => client.WaitForCompletionAsync("order/1"),
        };
        Assert.All(operations, operation => Assert.Equal(
            $"The client '{typeof(NoClient)}' does not support '{operation.Key}'; override it.",
            Assert.Throws<NotSupportedException>(operation.Value).Message));
        Assert.Equal(
            operations.Keys.Order(StringComparer.Ordinal),
            typeof(WorkflowClient).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                .Where(method => method.IsVirtual).Select(method => method.Name).Order(StringComparer.Ordinal));
    }

    /// <summary>All operations of an application can be replaced, except those that only call another one.</summary>
    [Fact]
    public void Operations_OfTheClient_AreVirtual()
    {
        MethodInfo[] operations = typeof(WorkflowClient).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly);
        Assert.Equal(["StartAsync", "WaitForCompletionAsync"], operations.Where(method => !method.IsVirtual).Select(method => method.Name).Order());
        Assert.All(operations.Where(method => !method.IsVirtual), method => Assert.True(method.IsGenericMethod));
    }

    [Fact]
    public void Exceptions_OfTheClient_CanBeCreated()
    {
        Type[] exceptions =
        [
            .. typeof(WorkflowClient).Assembly.GetExportedTypes().Where(type => type.IsAssignableTo(typeof(Exception)) && !type.IsAbstract),
        ];
        Assert.Equal(9, exceptions.Length);
        Assert.All(exceptions, type => Assert.NotEmpty(type.GetConstructors()));
    }

    [Fact]
    public void Answers_OfTheClient_CanBeCreated()
    {
        WorkflowInstanceInfo info = new()
        {
            InstanceId = Guid.NewGuid(),
            State = WorkflowInstanceState.Completed,
            Key = "order/4711",
            RefusedMessages = [new WorkflowRefusedMessage { Sequence = 1, BookmarkName = "decide", Reason = "A number was expected." }],
            Outputs = new Dictionary<string, object?> { ["Result"] = 5, ["Note"] = null },
        };
        Assert.Equal((5, (string?)null), (info.GetOutput<int>(), info.GetOutput<string?>("Note")));
        Assert.Throws<InvalidCastException>(() => info.GetOutput<string>());
        Assert.Throws<KeyNotFoundException>(() => info.GetOutput<int>("Other"));
        WorkflowResult failed = new() { InstanceId = info.InstanceId, State = WorkflowInstanceState.Faulted, FailureText = "No stock." };
        Assert.Contains("No stock.", Assert.Throws<WorkflowFailedException>(() => failed.GetOutput<int>()).Message, StringComparison.Ordinal);
        Assert.True(new WorkflowDefinitionInfo { Name = "order", Version = 1 }.IsRemovable);
        WorkflowReceipt receipt = new() { InstanceId = info.InstanceId };
        Assert.Equal((0, false), (receipt.Sequence, receipt.IsRepeated));
    }

    /// <summary>The inputs of each kind reach the operation that a double overrides.</summary>
    [Fact]
    public async Task StartAsync_EachKindOfInputs_IsADictionary()
    {
        Snippets.FakeClient client = new();
        Dictionary<string, object?> dictionary = new() { ["Number"] = 1 };
        await client.StartAsync("order", new { Number = 1 }, new() { Key = "object" });
        await client.StartAsync("order", dictionary, new() { Key = "dictionary" });
        await client.StartAsync("order", dictionary.ToArray(), new() { Key = "pairs" });
        await client.StartAsync("order", null, new() { Key = "null" });
        await client.StartAsync("order", options: new() { Key = "none" });
        Assert.All(["object", "dictionary", "pairs"], key => Assert.Equal(1, client.Started[key]!["Number"]));
        Assert.Same(dictionary, client.Started["dictionary"]);
        Assert.All(["null", "none"], key => Assert.Null(client.Started[key]));
        await Assert.ThrowsAsync<WorkflowInputException>(() => client.StartAsync("order", (1, 2), new() { Key = "tuple" }));
    }

    private sealed class NoClient : WorkflowClient;
}
