using System.Text.Json;
using NativeAot;
using Workflow;
using Workflow.Persistence;

// A new application object loads the instance for each parcel; in between, the instance waits in the store.
Activity postage = Postage.Create();
InMemoryInstanceStore store = new();
CountingParticipant tracking = new();
JsonValueSerializer contracts = new(new JsonSerializerOptions { TypeInfoResolver = ParcelJson.Default });
await RunAsync(contracts, 250, 1_500, 20_001);
Console.WriteLine(tracking.Summary);
await new Waits(new InMemoryInstanceStore()).RunAsync();
Invocation.Run();

// A native program has no serialization contracts by reflection. Data is not lost silently: a save that contains a parcel fails.
await RunAsync(new JsonValueSerializer(), 250);
return 0;

async Task RunAsync(JsonValueSerializer serializer, params int[] weights)
{
    WorkflowApplication first = Prepare(serializer);
    first.Run();
    await EndAsync(first);
    foreach (int grams in weights)
    {
        WorkflowApplication application = Prepare(serializer);
        await application.LoadAsync(first.Id);
        await application.ResumeBookmarkAsync(WaitForWeight.Bookmark, grams);
        await EndAsync(application);
    }
}

async Task EndAsync(WorkflowApplication application)
{
    try
    {
        WorkflowCompletion completion = await application.Completion;
        Console.WriteLine($"The workflow ended {completion.State}.");
    }
    catch (WorkflowApplicationUnloadedException)
    {
        Console.WriteLine("The workflow waits in the store.");
    }
    catch (WorkflowApplicationAbortedException aborted) when (aborted.InnerException is SnapshotException refused)
    {
        Console.WriteLine($"The workflow cannot be saved: {refused.Message}");
    }
}

WorkflowApplication Prepare(JsonValueSerializer serializer)
{
    WorkflowApplication application = new(postage)
    {
        InstanceStore = store,
        PersistableIdle = static idle => idle.Bookmarks.Count > 0 ? PersistableIdleAction.Unload : PersistableIdleAction.None,
    };
    application.Extensions.Add(tracking);
    application.Extensions.Add(serializer);
    return application;
}
