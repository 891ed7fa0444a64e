using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>
/// Loads forged instances into an application with timers and tracking. The load refuses an instance, or the instance continues; its failures stay inside the
/// instance.
/// </summary>
[Rule("7.5.3")]
public sealed class ForgedInstanceTests
{
    private const int Cases = 150;

    private readonly Log _log = new();

    [Fact]
    [Trait("Category", RandomRounds.Category)]
    public void Load_OfAForgedInstance_IsRefusedOrContinues() => RandomRounds.Run(seed =>
    {
        Random random = new(seed);
        Activity workflow = Build();
        int accepted = 0;
        for (int i = 0; i < Cases; i++)
        {
            _log.Clear();
            VirtualTimeProvider clock = new();
            ForgingStore store = new(new InMemoryInstanceStore(new InMemoryInstanceStoreOptions { TimeProvider = clock }), random);
            Hosted first = New(workflow, store, clock);
            first.OnPersistable = PersistableIdleAction.Unload;
            first.Run();
            Hosted second = New(workflow, store, clock);
            Task load = Started.WithoutContext(() => second.Application.LoadAsync(first.Application.Id));
            Assert.True(load.IsCompleted);
            if (load.IsFaulted)
            {
                Assert.IsType<SnapshotException>(load.Exception!.InnerException);
                continue;
            }

            accepted++;
            GoOn(second, clock);
        }

        Assert.InRange(accepted, 1, Cases - 1);
    });

    private static void GoOn(Hosted hosted, VirtualTimeProvider clock)
    {
        hosted.Run();
        clock.Advance(TimeSpan.FromMinutes(30));
        Task resumption = Started.WithoutContext(() => hosted.Application.ResumeBookmarkAsync("A", null));
        clock.Advance(TimeSpan.FromDays(2));
        Task end = Started.WithoutContext(() => hosted.Application.TerminateAsync("enough"));
        hosted.Application.Abort();
        Assert.True(resumption.IsCompleted && end.IsCompleted && hosted.Application.Completion.IsCompleted);
        _ = (resumption.Exception, end.Exception, hosted.Application.Completion.Exception);
    }

    private Hosted New(Activity workflow, InstanceStore store, VirtualTimeProvider clock)
    {
        Hosted hosted = Hosted.Inline(_log, workflow, clock, new Collector());
        hosted.Application.InstanceStore = store;
        return hosted;
    }

    private Sequence Build()
    {
        Variable<DateTime> time = new("time", _ => new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc));
        return new Sequence
        {
            Variables = { time },
            Activities =
            {
                new Workflow.Statements.Parallel
                {
                    Branches =
                    {
                        new Wait(_log, "A"),
                        new Delay { Duration = TimeSpan.FromMinutes(20) },
                        new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(20) }, new Note(_log, context => $"{time.Get(context):O}") } },
                    },
                },
            },
        };
    }

    private sealed class ForgingStore(InstanceStore store, Random random) : DelegatingInstanceStore(store)
    {
        public override async Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
        {
            StoredInstance loaded = await base.LoadAsync(owner, load, cancellationToken);
            return new StoredInstance
            {
                InstanceId = loaded.InstanceId,
                LockVersion = loaded.LockVersion,
                Status = loaded.Status,
                State = new Forger(Forged.BodyOf(loaded.State.ToArray()), random).Forge(),
            };
        }
    }
}
