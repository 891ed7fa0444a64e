using Microsoft.Extensions.DependencyInjection;
using Workflow.Extensions.Hosting;
using Workflow.Hosting;

namespace Workflow.Tracking.Etw.Tests.Documents;

/// <summary>The code of docs/host/observability.md.</summary>
internal static class ObservabilitySnippet
{
    public static void Attach(WorkflowInvoker invoker)
    {
        EtwTrackingParticipant events = new() { ApplicationReference = "orders-eu-1", ProfileName = "Health" };
        invoker.Extensions.Add(events);
    }

    public static void Register(IServiceCollection services)
    {
        services.AddSingleton(new EtwTrackingParticipant { ApplicationReference = "orders-eu-1", ProfileName = "Health" });
        services.AddWorkflow(workflow => workflow.AddExtensions(
            (provider, extensions) => extensions.Add(provider.GetRequiredService<EtwTrackingParticipant>())));
    }

    public static async Task<Task> LoadAsync(CancellationToken cancellationToken)
    {
        await TrackingProfiles.Default.LoadFileAsync("tracking.json", cancellationToken);
        Task watching = TrackingProfiles.Default.WatchFileAsync("tracking.json", TimeSpan.FromSeconds(5), cancellationToken);
        return watching;
    }
}
