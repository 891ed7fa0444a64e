using Microsoft.Extensions.Diagnostics.HealthChecks;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Reports the lease of the host, the availability of its store, and the instances that need attention.</summary>
/// <param name="configuration">The store and the definitions.</param>
/// <param name="host">The host of this process; null if the process runs no instances.</param>
internal sealed class WorkflowHealthCheck(HostConfiguration configuration, WorkflowHost? host) : IHealthCheck
{
    /// <summary>
    /// The maximum number of instances that one query of the check reads, oldest first, so that the cost of a check does not grow with the store.
    /// </summary>
    private const int MaxInstances = 1000;

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        Findings findings = new();
        Dictionary<string, object> data = new() { ["loaded"] = host?.Loaded.Count ?? 0 };
        try
        {
            await findings.ReadAsync(configuration, new InstanceQuery { IsSuspended = true, MaxCount = MaxInstances }, cancellationToken).ConfigureAwait(false);
            await findings.ReadAsync(
                configuration,
                new InstanceQuery { IsSuspended = false, Statuses = [InstanceStatus.Executing, InstanceStatus.Idle], MaxCount = MaxInstances },
                cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy("The store of workflow instances does not answer.", exception, data);
        }

        data["suspended"] = findings.Suspended;
        data["oldestDueAge"] = findings.OldestDueAge;
        data["unregistered"] = findings.Unregistered;
        if (host is { Status.Owner: null })
        {
            return HealthCheckResult.Unhealthy("The host has no lease in the store of workflow instances.", host.Status.Failure, data);
        }

        return findings.Problems is { Count: > 0 } problems
            ? HealthCheckResult.Degraded(string.Join(" ", problems), host?.Status.Failure, data)
            : HealthCheckResult.Healthy("Workflow instances run.", data);
    }

    private sealed class Findings
    {
        private readonly SortedSet<string> _unregistered = new(StringComparer.Ordinal);

        public int Suspended { get; private set; }

        public TimeSpan OldestDueAge { get; private set; }

        public IReadOnlyList<string> Unregistered => [.. _unregistered];

        public IReadOnlyList<string> Problems =>
        [
            .. Suspended > 0 ? [$"Number of suspended instances: {Suspended}."] : Array.Empty<string>(),
            .. _unregistered.Count > 0
                ? [$"Instances of these definitions are not run by this process, because it has not registered them: {string.Join(", ", _unregistered)}."]
                : Array.Empty<string>(),
        ];

        public async Task ReadAsync(HostConfiguration configuration, InstanceQuery query, CancellationToken cancellationToken)
        {
            DateTimeOffset now = configuration.Store.TimeProvider.GetUtcNow();
            await foreach (InstanceSummary summary in configuration.Store.QueryAsync(query, cancellationToken).ConfigureAwait(false))
            {
                Suspended += summary.IsSuspended ? 1 : 0;
                if (configuration.Definitions.Find(summary.DefinitionIdentity) is null)
                {
                    _unregistered.Add(summary.DefinitionIdentity?.ToString() ?? "(without identity)");
                }

                // A due timer of an instance in memory is not overdue: the host of the instance handles it.
                if (!summary.IsSuspended && summary is { OwnerId: null, DueAt: { } due } && now - due > OldestDueAge)
                {
                    OldestDueAge = now - due;
                }
            }
        }
    }
}
