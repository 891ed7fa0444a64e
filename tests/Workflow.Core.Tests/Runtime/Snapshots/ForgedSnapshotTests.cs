using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Anyone with write access to a store can forge a document with a correct checksum. The load fails with a <see cref="SnapshotException"/>, or returns a state
/// in which the instance continues, is saved or ends. No other exception is thrown, there is no endless loop, and the process does not crash.
/// </summary>
[Rule("7.5.3")]
public sealed class ForgedSnapshotTests
{
    private const int Cases = 400;

    private readonly Log _log = new();

    public static TheoryData<string> Names => [.. new GoldenDefinitions(new Log()).All().Keys, "scoped", "faulted"];

    [Theory]
    [Trait("Category", RandomRounds.Category)]
    [MemberData(nameof(Names))]
    public void Load_ForgedDocument_IsRefusedOrContinues(string name) => RandomRounds.Run(seed =>
    {
        (Activity workflow, byte[] data) = Save(name);
        Random random = new(RandomRounds.Combine(seed, name.Length));
        Forger forger = new(Forged.BodyOf(data), random);
        int accepted = 0;
        List<string> failures = [];
        for (int i = 0; i < Cases; i++)
        {
            byte[] forged = forger.Forge();
            _log.Clear();
            try
            {
                accepted += GoesOn(workflow, forged, random) ? 1 : 0;
            }
            catch (Exception exception)
            {
                failures.Add($"Case {i} of {name}: {exception} for {Forged.BodyOf(forged)}");
            }
        }

        Assert.True(failures.Count == 0, $"{failures.Count} failed, such as {failures.FirstOrDefault()}");
        Assert.InRange(accepted, 1, Cases - 1);
    });

    /// <summary>The behavior of a state machine whose bookmark is missing in the document.</summary>
    [Theory, Lanes]
    public void ResumeWhenIdle_WithoutBookmark_FaultsActivity(Lane lane)
    {
        Probe root = new(_log, "root") { Body = context => context.Port.BookmarkPort.ResumeWhenIdle(null!) };
        Assert.IsType<ArgumentNullException>(Runner.Run(root, lane).Reason);
    }

    private bool GoesOn(Activity workflow, byte[] forged, Random random)
    {
        Reloading running;
        try
        {
            running = new Reloading(workflow, random.Next(2) == 0 ? Lane.Fast : Lane.Slow) { GoesOnAfterSaves = true }.Load(forged);
        }
        catch (SnapshotException)
        {
            return false;
        }

        for (int i = 0; i < 6 && running.IsIdle; i++)
        {
            switch (random.Next(6))
            {
                case 0:
                    ReloadIfPossible(running);
                    break;
                case 1 when i > 3:
                    running.Cancel();
                    break;
                case 2 when i > 4:
                    running.Abort(new TimeoutException("late"));
                    break;
                default:
                    ResumeAny(running, random);
                    break;
            }
        }

        running.Cancel();
        running.Abort(new TimeoutException("late"));
        return true;
    }

    private static void ReloadIfPossible(Reloading running)
    {
        byte[] saved;
        try
        {
            saved = running.Save(new SnapshotState { InstanceId = running.InstanceId, HasStarted = running.State!.HasStarted });
        }
        catch (SnapshotException)
        {
            // A forged state may not be savable.
            return;
        }

        running.Load(saved);
    }

    private static void ResumeAny(Reloading running, Random random)
    {
        string[] names = [.. running.Bookmarks.Select(bookmark => bookmark.BookmarkName), "A"];
        running.Resume(names[random.Next(names.Length)], random.Next(2) == 0 ? "x" : null);
    }

    private (Activity Workflow, byte[] Data) Save(string name)
    {
        if (new GoldenDefinitions(_log).All().TryGetValue(name, out GoldenDefinitions.Case? golden))
        {
            Dictionary<string, object?>? inputs = name == "inputs" ? new Dictionary<string, object?> { ["Amount"] = 7 } : null;
            Reloading waiting = new Reloading(golden.Workflow, Lane.Fast, inputs: inputs).Start();
            golden.Before(waiting);
            return (golden.Workflow, waiting.Save());
        }

        Activity workflow = name switch
        {
            "scoped" => Scoped(),
            _ => Faulted(),
        };
        Reloading running = new Reloading(workflow, Lane.Fast).Start();
        return (workflow, running.Save());
    }

    private HandleScope<ExclusiveHandle> Scoped() => new()
    {
        Body = new Workflow.Statements.Parallel
        {
            Branches =
            {
                new InScope(_log, "scoped", context => context.DefaultBookmarkScope),
                new Wait(_log, "A"),
                new HandleScope<NoPersistHandle> { Body = new Wait(_log, "B") }
            },
        },
    };

    private Probe Faulted()
    {
        Probe failing = new(_log, "failing") { Body = context => throw new InvalidOperationException("boom", new TimeoutException("late")) };
        Probe persisting = new(_log, "persisting", new Persist(), failing);
        Probe root = new(_log, "root", persisting);
        root.Body = context => root.ScheduleGuarded(context, persisting);
        root.OnFault = (context, _, from) =>
        {
            context.HandleFault();
            context.CancelChild(from);
        };
        return root;
    }
}
