using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>Holds one tree of a spec, and runs the tree any number of times.</summary>
internal sealed class CaseRunner
{
    private const int MostIdlePoints = 400;
    private const int MostSaves = 4;

    private readonly CaseSpec _spec;
    private readonly Stage _stage;
    private readonly Activity _root;
    private readonly List<SavePoint> _saves = [];
    private int _idles;
    private bool _isStuck;

    public CaseRunner(CaseSpec spec, bool isSavable = false, bool persists = false)
    {
        _spec = spec;
        _stage = new Stage { IsSavable = isSavable, Persists = persists };
        _root = TreeBuilder.Build(spec, _stage);
    }

    /// <summary>The number of times that the instance of the last run was loaded, and that it could not be saved.</summary>
    public (int Loads, int Refusals) Lives { get; private set; }

    /// <summary>The saves that activities requested in the last run.</summary>
    public IReadOnlyList<SavePoint> Saves => _saves;

    /// <summary>True to save also at each idle point, not only when activities request a save.</summary>
    public bool SavesWhenIdle { get; init; }

    /// <summary>Runs a fresh tree.</summary>
    public static string[] RunFresh(CaseSpec spec, Lane lane) => new CaseRunner(spec).Run(lane, spec.Events);

    /// <summary>Runs the tree to its end, and returns the log of everything observable.</summary>
    public string[] Run(Lane lane, EventSpec[] events)
    {
        _stage.Clear();
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(_stage);
        _saves.Clear();
        if (_stage.Persists)
        {
            extensions.Add(new SaveWatch(NoteSave));
        }

        Running running = Runner.Prepare(_root, lane, InputsOf(), extensions).Listen(Participant());
        _stage.Running = running;
        (running.Collect, running.Publish) = (_stage.Collect, _stage.Publish);
        (_idles, _isStuck) = (0, false);
        running.Start();
        GoOn(running, events);
        Ended ended = running.End();
        Note(ended);
        if (!_stage.Persists)
        {
            // A run that continues from a save has a log of its own, which contains no records.
            running.Records.ToList().ForEach(record => _stage.Add($"* {record.RecordNumber} {RecordText.Of(record)}"));
        }

        _stage.LogKept();
        Lives = running.Lives;
        return [.. _stage.Log];
    }

    /// <summary>Continues from a save of the last run, whose log is given, and returns the log of everything observable from beginning to end.</summary>
    public string[] RunFrom(SavePoint save, string[] log, Lane lane, EventSpec[] events)
    {
        _stage.Return(save.Mark, log);
        (_idles, _isStuck) = (save.Idles, save.IsStuck);
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(_stage);
        Reloading running = new(_root, lane, SavedTypes.Create(), InputsOf(), extensions) { GoesOnAfterSaves = true };
        _stage.Running = running;
        running.Load(save.Data, null, state => _stage.Publish(state.ParticipantValues));
        if (_isStuck)
        {
            AbortIfStuck(running);
        }

        GoOn(running, events);
        Note(running.End());
        return [.. _stage.Log];
    }

    /// <summary>Keeps a save of an idle instance. The host also saves an ended instance, but no run can continue from that.</summary>
    private void NoteSave()
    {
        Running running = (Running)_stage.Running!;
        if (running.IsIdle && _saves.Count < MostSaves)
        {
            _saves.Add(new SavePoint(running.Save(), _stage.Mark(), _idles, _isStuck));
        }
    }

    private void GoOn(IRunning running, EventSpec[] events)
    {
        while (running.IsIdle)
        {
            Note(running.Bookmarks);
            if (SavesWhenIdle && running is Running { IsPersistable: true })
            {
                NoteSave();
            }

            // Incremented first, because a save that this event causes must contain the new count.
            int now = _idles++;
            if (now < events.Length)
            {
                Do(events[now], running);
            }
            else
            {
                Proceed(running, now);
            }
        }
    }

    private Dictionary<string, object?>? InputsOf() => _spec.Root is CompositeSpec && _spec.Input > 0
        ? new Dictionary<string, object?>(StringComparer.Ordinal) { ["Input"] = 60 + _spec.Input }
        : null;

    private void Note(Ended ended)
    {
        _stage.Add($"{ended.Outcome}, root {ended.State}");
        _stage.Add($"outputs [{string.Join(", ", ended.Outputs.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"))}]");
        _stage.Add($"reason {Text(ended.Reason)}");
    }

    /// <summary>Subscribes to all records that do not force every item into the queue.</summary>
    private static Collector Participant()
    {
        Collector collector = Collector.Of(
            new CustomTrackingQuery { Name = "*" },
            new CancelRequestedQuery(),
            new FaultPropagationQuery(),
            new BookmarkResumptionQuery { Name = "*" },
            new ActivityStateQuery { States = { ActivityStates.Faulted } });
        collector.TrackingProfile!.ImplementationVisibility = ImplementationVisibility.All;
        return collector;
    }

    private void Note(IReadOnlyList<BookmarkInfo> bookmarks)
    {
        if (bookmarks.Count > 0)
        {
            IEnumerable<string> texts = bookmarks.Select(bookmark =>
                $"{bookmark.BookmarkName} of {bookmark.OwnerDisplayName} in {bookmark.ScopeInfo?.TemporaryId ?? bookmark.ScopeInfo?.Id.ToString() ?? "none"}");
            _stage.Add($"bookmarks [{string.Join(", ", texts.Order(StringComparer.Ordinal))}]");
        }
    }

    private void Do(EventSpec spec, IRunning running)
    {
        switch (spec.Kind)
        {
            case EventKind.Continue when _stage.HasOutstanding:
                running.Continue(() => _stage.Continue(spec.Which));
                break;
            case EventKind.Cancel:
                _stage.Add("-- cancel");
                running.Cancel();
                break;
            case EventKind.Abort:
                _stage.Add("-- abort");
                running.Abort(new FaultC("from outside"));
                break;
        }
    }

    /// <summary>Completes everything outstanding. A workflow that waits for nothing is canceled and then aborted.</summary>
    private void Proceed(IRunning running, int round)
    {
        if (_stage.HasOutstanding && round < MostIdlePoints)
        {
            running.Continue(() => _stage.Continue(0));
        }
        else if (round < MostIdlePoints)
        {
            _stage.Add("-- stuck, cancel");
            _isStuck = true;
            running.Cancel();
            AbortIfStuck(running);
        }
        else
        {
            _stage.Add("-- endless, abort");
            running.Abort(new FaultC("endless"));
        }
    }

    /// <summary>Completes the cancellation of a stuck instance, also if the instance was loaded from a save within that cancellation.</summary>
    private void AbortIfStuck(IRunning running)
    {
        _isStuck = false;
        if (running.IsIdle && !_stage.HasOutstanding)
        {
            _stage.Add("-- stuck, abort");
            running.Abort(new FaultC("stuck"));
        }
    }

    private static string Text(Exception? exception) =>
        exception is null
            ? "none"
            : $"{exception.GetType().Name} '{exception.Message}'{(exception.InnerException is null ? string.Empty : " around " + Text(exception.InnerException))}";
}
