using Workflow.Core.Tests.Differential.Specs;
using Workflow.Core.Tests.Differential.Trees;
using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements.Tracking;

namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>One tree of a spec, which can be run again and again.</summary>
internal sealed class CaseRunner
{
    private const int MostIdlePoints = 400;

    private readonly CaseSpec _spec;
    private readonly Stage _stage = new();
    private readonly Activity _root;

    public CaseRunner(CaseSpec spec)
    {
        _spec = spec;
        _root = TreeBuilder.Build(spec, _stage);
    }

    /// <summary>Runs a fresh tree.</summary>
    public static string[] RunFresh(CaseSpec spec, Lane lane) => new CaseRunner(spec).Run(lane, spec.Events);

    /// <summary>Runs the tree to its end, and returns everything that could be observed.</summary>
    public string[] Run(Lane lane, EventSpec[] events)
    {
        _stage.Clear();
        Dictionary<string, object?>? inputs = _spec.Root is CompositeSpec && _spec.Input > 0
            ? new Dictionary<string, object?>(StringComparer.Ordinal) { ["Input"] = 60 + _spec.Input }
            : null;
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(_stage);
        Running running = Runner.Prepare(_root, lane, inputs, extensions).Listen();
        _stage.Running = running;
        running.Start();
        for (int i = 0; running.IsIdle; i++)
        {
            Note(running.Bookmarks);
            if (i < events.Length)
            {
                Do(events[i], running);
            }
            else
            {
                Proceed(running, i);
            }
        }

        Ended ended = running.End();
        _stage.Add($"{ended.Outcome}, root {ended.State}");
        _stage.Add($"outputs [{string.Join(", ", ended.Outputs.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"))}]");
        _stage.Add($"reason {Text(ended.Reason)}");
        running.Records.OfType<StateMachineStateRecord>().ToList().ForEach(record => _stage.Add($"{record.StateName} entered, #{record.Activity!.InstanceId}"));
        _stage.LogKept();
        return [.. _stage.Log];
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

    private void Do(EventSpec spec, Running running)
    {
        switch (spec.Kind)
        {
            case EventKind.Continue when _stage.HasOutstanding:
                _stage.Continue(spec.Which);
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

    /// <summary>Lets everything that is outstanding end; a workflow that waits for nothing is first canceled and then aborted.</summary>
    private void Proceed(Running running, int round)
    {
        if (_stage.HasOutstanding && round < MostIdlePoints)
        {
            _stage.Continue(0);
        }
        else if (round < MostIdlePoints)
        {
            _stage.Add("-- stuck, cancel");
            running.Cancel();
            if (running.IsIdle && !_stage.HasOutstanding)
            {
                _stage.Add("-- stuck, abort");
                running.Abort(new FaultC("stuck"));
            }
        }
        else
        {
            _stage.Add("-- endless, abort");
            running.Abort(new FaultC("endless"));
        }
    }

    private static string Text(Exception? exception) =>
        exception is null ? "none" : $"{exception.GetType().Name} '{exception.Message}'{(exception.InnerException is null ? string.Empty : " around " + Text(exception.InnerException))}";
}
