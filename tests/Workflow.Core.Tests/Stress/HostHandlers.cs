using Workflow.Core.Tests.Stress.Scenarios;

namespace Workflow.Core.Tests.Stress;

/// <summary>The handlers of one application. They return random values, sometimes throw or call forbidden operations, and check their arguments.</summary>
internal sealed class HostHandlers
{
    private readonly Subject _subject;
    private readonly HostedInstance _hosted;
    private readonly Random _random;
    private string _events = string.Empty;

    public HostHandlers(Subject subject, HostedInstance hosted, Random random)
    {
        _subject = subject;
        _hosted = hosted;
        _random = random;
        WorkflowApplication application = hosted.Application;
        application.Idle = OnIdle;
        application.PersistableIdle = OnPersistableIdle;
        application.Completed = OnCompleted;
        application.Unloaded = OnUnloaded;
        application.Aborted = OnAborted;
        application.OnUnhandledException = OnUnhandledException;
    }

    /// <summary>Checks that the instance ended once. An abort, or an exception of a handler, may be reported after the end, or instead of the unload.</summary>
    public void Verify()
    {
        bool isPossible = _events switch
        {
            "CU" or "U" => !_hosted.IsAbortAsked,
            "CUA" or "UA" => _hosted.IsAbortAsked,
            "A" or "CA" => _hosted.IsAbortAsked || _hosted.MayAbort,
            _ => false,
        };
        if (!isPossible)
        {
            _subject.Fail($"the terminal events are '{_events}', and an abort was {(_hosted.IsAbortAsked ? "asked for" : "not asked for")}");
        }
    }

    private void OnIdle(WorkflowApplicationIdleEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("Idle");
        string waits = string.Join(' ', args.Bookmarks.Select(bookmark => bookmark.BookmarkName).Order(StringComparer.Ordinal));
        _subject.Note($"idle at '{waits}'");
        string expected = string.Join(' ', _subject.Scenario.WaitsAt(new History(_subject.History.Text)).Order(StringComparer.Ordinal));
        if (waits != expected && !_subject.IsCancelAsked)
        {
            _subject.Fail($"it is idle at '{waits}', but should wait at '{expected}'");
        }

        ExpectLife("Idle");
        Misbehave();
    }

    private PersistableIdleAction OnPersistableIdle(WorkflowApplicationIdleEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("PersistableIdle");
        ExpectLife("PersistableIdle");
        Misbehave();
        return _subject.IsCalm ? PersistableIdleAction.None : _random.Next(6) switch
        {
            0 => PersistableIdleAction.Persist,
            1 => PersistableIdleAction.Unload,
            _ => PersistableIdleAction.None,
        };
    }

    private UnhandledExceptionAction OnUnhandledException(WorkflowApplicationUnhandledExceptionEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("OnUnhandledException");
        ExpectLife("OnUnhandledException");
        if (!_hosted.StepRecorder.HasFault)
        {
            _subject.Fail($"nobody threw {args.UnhandledException}");
        }

        UnhandledExceptionAction action = (UnhandledExceptionAction)_random.Next(3);
        _subject.Note($"unhandled, {action}");
        switch (action)
        {
            case UnhandledExceptionAction.Abort:
                _hosted.ExpectAbort();
                break;
            case UnhandledExceptionAction.Cancel:
                _subject.IsCancelAsked = true;
                break;
            default:
                _hosted.IsTerminateAsked = true;
                break;
        }

        return action;
    }

    private void OnCompleted(WorkflowApplicationCompletedEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("Completed");
        ExpectLife("Completed");
        _events += 'C';
        _hosted.End(args.CompletionState == ActivityInstanceState.Faulted ? Ends.Completed | Ends.Terminated : Ends.Completed);
        History history = new(_subject.History.Text);
        bool isRight = args.CompletionState switch
        {
            ActivityInstanceState.Closed => _subject.IsCancelAsked || _subject.Scenario.HasEnded(history),
            ActivityInstanceState.Canceled => _subject.IsCancelAsked && _subject.Scenario.IsCanceledRightly(history),
            _ => _hosted.IsTerminateAsked && args.TerminationException is not null,
        };
        if (!isRight)
        {
            _subject.Fail($"it has ended as {args.CompletionState} after '{_subject.History.Text}'");
        }

        if ((args.Outputs["Result"] as string ?? string.Empty) != _subject.History.Text)
        {
            _subject.Fail($"its result is '{args.Outputs["Result"]}', but what happened is '{_subject.History.Text}'");
        }

        Misbehave();
    }

    private void OnUnloaded(WorkflowApplicationEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("Unloaded");
        if (_events is not ("" or "C"))
        {
            _subject.Fail($"it was unloaded after '{_events}'");
        }

        if (_events.Length == 0 && _subject.Saved?.Text != _subject.History.Text)
        {
            _subject.Fail($"it was unloaded, but what was saved last is '{_subject.Saved?.Text}'");
        }

        _events += 'U';
        _hosted.End(Ends.Unloaded);
        Misbehave();
    }

    private void OnAborted(WorkflowApplicationAbortedEventArgs args)
    {
        using IDisposable stay = _hosted.Occupancy.Enter("Aborted");
        if (_hosted.StepRecorder.HasFault && _subject.IsCancelAsked)
        {
            // An exception from an activity with a cancel request aborts the workflow (rule 3.7).
            _hosted.ExpectAbort();
        }

        _subject.Note($"aborted, {args.Reason?.Message}");
        _events += 'A';
        _hosted.End(Ends.Aborted);
        if (_random.Next(4) == 0)
        {
            throw new InjectedException("Aborted");
        }
    }

    private void ExpectLife(string handler)
    {
        if (_events.Length > 0)
        {
            _subject.Fail($"'{handler}' was called after '{_events}'");
        }
    }

    private void Misbehave()
    {
        if (_subject.IsCalm)
        {
            return;
        }

        switch (_random.Next(200))
        {
            case 0:
                _hosted.ExpectAbort();
                throw new InjectedException("handler");
            case 1:
                _hosted.ExpectAbort();
                _hosted.Application.Abort("in a handler");
                break;
            case < 12:
                ExpectRefusal();
                break;
        }
    }

    /// <summary>Checks that a handler cannot call operations on its instance (rule 16.1.2).</summary>
    private void ExpectRefusal()
    {
        try
        {
            _ = _hosted.Application.GetBookmarksAsync();
            _subject.Fail("a handler was not refused an operation");
        }
        catch (InvalidOperationException)
        {
        }
    }
}
