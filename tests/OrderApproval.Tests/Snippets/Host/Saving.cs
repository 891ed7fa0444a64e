using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml.Linq;
using Workflow;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

internal static class Saving
{
    public static InstanceStore DevelopmentStore() => new InMemoryInstanceStore();

    public static async Task<List<string>> WaitingAsync(InstanceStore store)
    {
        List<string> waiting = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "decide" }, CancellationToken.None))
        {
            waiting.Add($"{summary.InstanceId} since {summary.UpdatedAt:t}");
        }

        return waiting;
    }

    public static Sequence Order(Activity body)
    {
        Variable<string> customer = new("customer", "nobody") { Modifiers = VariableModifiers.Mapped };
        return new Sequence { Variables = { customer }, Activities = { body } };
    }

    public static object? CustomerOf(InstanceSummary summary) =>
        summary.Values[XName.Get("customer", "urn:schemas-microsoft-com:System.Activities/4.0/properties/variables")];

    public static async Task<Guid> StartAsync(InstanceStore store)
    {
        TaskCompletionSource<Guid> left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        WorkflowApplication application = new(new Decision())
        {
            InstanceStore = store,
            PersistableIdle = _ => PersistableIdleAction.Unload,
            Unloaded = args => left.TrySetResult(args.InstanceId),
            Aborted = args => left.TrySetException(args.Reason!),
        };
        application.Run();
        return await left.Task;
    }

    public static async Task<bool> DecideAsync(InstanceStore store, Guid id, bool answer)
    {
        WorkflowApplication application = new(new Decision()) { InstanceStore = store };
        await application.LoadAsync(id);
        await application.ResumeBookmarkAsync("decide", answer);
        WorkflowCompletion completion = await application.Completion;
        return (bool)completion.Outputs["Result"]!;
    }

    public static async Task ServeAsync(InstanceStore store, Func<Activity> definition, CancellationToken stop)
    {
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any, stop);
        try
        {
            while (true)
            {
                await store.WaitForRunnableAsync(store.DefaultOwner!, stop);
                await RunOneAsync(new(definition()) { InstanceStore = store, PersistableIdle = _ => PersistableIdleAction.Unload }, stop);
            }
        }
        finally
        {
            await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store, CancellationToken.None);
        }
    }

    private static async Task RunOneAsync(WorkflowApplication application, CancellationToken stop)
    {
        try
        {
            await application.LoadRunnableAsync(stop);
            application.Run();
        }
        catch (InstancePersistenceException)
        {
            // Another process was faster, or this instance cannot be loaded: then it is not runnable for a while.
        }
    }

    public static Task OwnAsync(InstanceStore store) => WorkflowApplication.CreateDefaultInstanceOwnerAsync(
        store,
        new InstanceOwnerOptions { Name = "orders", Filter = WorkflowIdentityFilter.Any, MaxFailures = 5, MaxRetryDelay = TimeSpan.FromMinutes(10) });

    public static async Task ContinueAllAsync(InstanceStore store, TextWriter log)
    {
        await foreach (InstanceSummary failed in store.QueryAsync(new InstanceQuery { IsSuspended = true }, CancellationToken.None))
        {
            await log.WriteLineAsync($"{failed.InstanceId} failed {failed.FailureCount} times: {failed.LastFailure}");
            await store.ContinueAsync(failed.InstanceId, CancellationToken.None);
        }
    }

    public static async Task<WorkflowApplication> LoadAsync(InstanceStore store, Guid id, IReadOnlyDictionary<WorkflowIdentity, Activity> definitions)
    {
        WorkflowApplicationInstance instance = await WorkflowApplication.GetInstanceAsync(id, store);
        if (instance.DefinitionIdentity is not { } identity || !definitions.TryGetValue(identity, out Activity? definition))
        {
            await instance.AbandonAsync();
            throw new InvalidOperationException($"No definition has the identity '{instance.DefinitionIdentity}'; add it to the definitions.");
        }

        WorkflowApplication application = new(definition, identity) { InstanceStore = store };
        await application.LoadAsync(instance);
        return application;
    }

    public static void DescribeValues(WorkflowInstanceExtensionManager extensions)
    {
        extensions.Add(new TypeRegistry().Add<Percentage>("percentage").Add<Voucher>("voucher"));
        extensions.Add(new JsonValueSerializer(new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }));
    }
}

public sealed class Decision : NativeActivity<bool>
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Result?.Set(context, (bool)value!);
}

public abstract record Discount;

public sealed record Percentage(decimal Percent) : Discount;

public sealed record Voucher(string Code) : Discount;
