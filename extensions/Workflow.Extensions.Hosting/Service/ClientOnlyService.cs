using Microsoft.Extensions.Hosting;

namespace Workflow.Extensions.Hosting;

/// <summary>The service of a process that runs no instances. The generic host creates it at the start, which validates the registration.</summary>
internal sealed class ClientOnlyService : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
