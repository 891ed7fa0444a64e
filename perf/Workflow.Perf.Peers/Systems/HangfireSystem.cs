using Hangfire;
using Hangfire.PostgreSql;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Hangfire with its storage for PostgreSQL. A message is a job; the application stores the state.</summary>
internal sealed class HangfireSystem : SystemUnderTest
{
    private BackgroundJobServer _server = null!;
    private BackgroundJobClient _client = null!;

    public override string? CountUnfinished => JobState.CountUnfinished;

    public override async Task StartAsync(Place place)
    {
        // The client blocks a thread for each call, and the pool adds threads slowly: with the default, calls of 64 senders time out.
        ThreadPool.SetMinThreads(4 * TwoMessages.AtOnce, 4 * TwoMessages.AtOnce);
        await JobState.StartAsync(place.ConnectionString);
        GlobalConfiguration.Configuration.UsePostgreSqlStorage(
            storage => storage.UseNpgsqlConnection(place.ConnectionString),
            new PostgreSqlStorageOptions
            {
                EnableLongPolling = true,
                UseSlidingInvisibilityTimeout = true,
                InvisibilityTimeout = TimeSpan.FromSeconds(30),
                QueuePollInterval = TimeSpan.FromSeconds(1),
            });
        _client = new BackgroundJobClient();
        _server = new BackgroundJobServer(new BackgroundJobServerOptions { SchedulePollingInterval = TimeSpan.FromSeconds(1) });
    }

    public override Task BeginAsync(Guid instance) => JobState.Current.BeginAsync(instance);

    public override Task SendAsync(Guid instance, int step)
    {
        _client.Enqueue(() => HangfireJobs.HandleAsync(instance, step));
        return Task.CompletedTask;
    }

    public override async Task BeginStepsAsync(Guid instance)
    {
        await JobState.Current.BeginAsync(instance);
        _client.Enqueue(() => HangfireJobs.StepAsync(instance, 1));
    }

    public override Task BeginTimerAsync(Guid instance, DateTimeOffset due)
    {
        _client.Schedule(() => HangfireJobs.Due(instance), due);
        return Task.CompletedTask;
    }

    public override ValueTask DisposeAsync()
    {
        _server.Dispose();
        return ValueTask.CompletedTask;
    }
}

/// <summary>The jobs. The class is public because the library calls its methods by name.</summary>
public static class HangfireJobs
{
    public static Task HandleAsync(Guid instance, int step) => JobState.Current.HandleAsync(instance, step);

    public static async Task StepAsync(Guid instance, int step)
    {
        await JobState.Current.StepAsync(instance, step);
        if (step < SystemUnderTest.LastStep)
        {
            new BackgroundJobClient().Enqueue(() => StepAsync(instance, step + 1));
            return;
        }

        Marks.Reach(instance, step);
    }

    public static void Due(Guid instance) => Marks.Reach(instance, SystemUnderTest.Due);
}
