using Quartz;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Quartz with its store for PostgreSQL. A message is a job that runs once; the application stores the state.</summary>
internal sealed class QuartzSystem : SystemUnderTest
{
    private const string Instance = "instance", Step = "step";

    private IScheduler _scheduler = null!;

    public override string? CountUnfinished => JobState.CountUnfinished;

    public override async Task StartAsync(Place place)
    {
        await JobState.StartAsync(place.ConnectionString);
        QuartzSchedulerBuilder builder = QuartzSchedulerBuilder.Create(quartz => quartz
            .UseDefaultThreadPool(24)
            .UsePersistentStore(store => store.UsePostgres(place.ConnectionString).UseSystemTextJsonSerializer().ProvisionSchema()));
        builder.UseProperties([new("quartz.scheduler.batchTriggerAcquisitionMaxCount", "24"), new("quartz.jobStore.acquireTriggersWithinLock", "true")]);
        _scheduler = await builder.BuildScheduler(CancellationToken.None);
        await _scheduler.Start();
    }

    public override Task BeginAsync(Guid instance) => JobState.Current.BeginAsync(instance);

    public override Task SendAsync(Guid instance, int step) => ScheduleAsync<MessageJob>(_scheduler, instance, step, null);

    public override async Task BeginStepsAsync(Guid instance)
    {
        await JobState.Current.BeginAsync(instance);
        await ScheduleAsync<StepJob>(_scheduler, instance, 1, null);
    }

    public override Task BeginTimerAsync(Guid instance, DateTimeOffset due) => ScheduleAsync<TimerJob>(_scheduler, instance, Due, due);

    public override ValueTask DisposeAsync() => _scheduler.DisposeAsync();

    private static async Task ScheduleAsync<T>(IScheduler scheduler, Guid instance, int step, DateTimeOffset? due)
        where T : IJob
    {
        string name = $"{instance}/{step}";
        IJobDetail job = JobBuilder.Create<T>()
            .WithIdentity(name)
            .UsingJobData(Instance, instance.ToString())
            .UsingJobData(Step, step)
            .RequestRecovery()
            .Build();
        TriggerBuilder<IJob> trigger = TriggerBuilder.Create().WithIdentity(name);
        await scheduler.ScheduleJob(job, (due is { } time ? trigger.StartAt(time) : trigger.StartNow()).Build());
    }

    private static (Guid Instance, int Step) Read(IJobExecutionContext context) =>
        (Guid.Parse(context.MergedJobDataMap.GetString(Instance)!), context.MergedJobDataMap.GetInt(Step));

    /// <summary>The job of a message.</summary>
    public sealed class MessageJob : IJob
    {
        public async ValueTask Execute(IJobExecutionContext context, CancellationToken cancellationToken = default)
        {
            (Guid instance, int step) = Read(context);
            await JobState.Current.HandleAsync(instance, step);
        }
    }

    /// <summary>The job of one of five steps.</summary>
    public sealed class StepJob : IJob
    {
        public async ValueTask Execute(IJobExecutionContext context, CancellationToken cancellationToken = default)
        {
            (Guid instance, int step) = Read(context);
            await JobState.Current.StepAsync(instance, step);
            if (step < LastStep)
            {
                await ScheduleAsync<StepJob>(context.Scheduler, instance, step + 1, null);
                return;
            }

            Marks.Reach(instance, step);
        }
    }

    /// <summary>The job of a timer.</summary>
    public sealed class TimerJob : IJob
    {
        public ValueTask Execute(IJobExecutionContext context, CancellationToken cancellationToken = default)
        {
            Marks.Reach(Read(context).Instance, Due);
            return ValueTask.CompletedTask;
        }
    }
}
