using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

internal static class Hosting
{
    private static readonly WaitForDecision Definition = new() { Order = "4711" };

    public static async Task<bool> DecideAsync(TextWriter log)
    {
        WorkflowApplication application = new(new WaitForDecision { Order = "4711" })
        {
            Completed = end => log.WriteLine($"{end.CompletionState}: {end.Outputs["Result"]}"),
        };
        application.Run();

        // Later, when somebody has decided, on whatever thread:
        await application.ResumeBookmarkAsync("decision on 4711", true);

        return await application.WaitForCompletionAsync<bool>();
    }

    public static async Task<Guid> BeginAsync(InstanceStore store)
    {
        WorkflowApplication application = new(Definition)
        {
            InstanceStore = store,
            PersistableIdle = idle => PersistableIdleAction.Unload,
        };
        application.Run();
        try
        {
            await application.Completion;
        }
        catch (WorkflowApplicationUnloadedException)
        {
            // It waits, and is in the store.
        }

        return application.Id;
    }

    public static async Task<bool> DecideAsync(InstanceStore store, Guid id, bool decision)
    {
        WorkflowApplication application = new(Definition) { InstanceStore = store };
        await application.LoadAsync(id);
        await application.ResumeBookmarkAsync("decision on 4711", decision);
        return await application.WaitForCompletionAsync<bool>();
    }

    public static async Task<WorkflowCompletion> RunAsync(WorkflowApplication application, CancellationToken cancellationToken)
    {
        using CancellationTokenRegistration registration = cancellationToken.Register(() => _ = application.CancelAsync());
        application.Run();
        return await application.Completion;
    }

    public static void CancelOnFaults(WorkflowApplication application, TextWriter log) =>
        application.OnUnhandledException = fault =>
        {
            log.WriteLine($"'{fault.ExceptionSource.DisplayName}' failed: {fault.UnhandledException.Message}");
            return UnhandledExceptionAction.Cancel;
        };

    public static void AddExtensions(WorkflowApplication application, TimeProvider time, string folder)
    {
        application.Extensions.Add(time);
        application.Extensions.Add<TextWriter>(() => new StreamWriter(Path.Combine(folder, $"{application.Id}.log")));
    }
}
