using System.Collections.Concurrent;
using System.Globalization;
using Workflow.Core.Tests.Stress.Scenarios;

namespace Workflow.Core.Tests.Stress;

/// <summary>Records the steps of the activities in one application, and compares them with the history of the test.</summary>
internal sealed class StepRecorder(Subject subject, Occupancy occupancy) : StepObserver
{
    private readonly ConcurrentQueue<TaskCompletionSource> _works = [];
    private readonly ConcurrentDictionary<int, bool> _taken = [];

    /// <summary>True if an activity threw.</summary>
    public bool HasFault { get; private set; }

    /// <summary>Returns true if the workflow has received the token in this application.</summary>
    public bool HasTaken(int token) => _taken.ContainsKey(token);

    public override IDisposable Enter(string what) => occupancy.Enter(what);

    public override string Record(string history, string what)
    {
        if (history != subject.History.Text)
        {
            subject.Fail($"before '{what}' the workflow remembers '{history}', but what happened is '{subject.History.Text}'");
        }

        if (what.IndexOf(':') is var at and > 0 && !_taken.TryAdd(int.Parse(what.AsSpan(at + 1), CultureInfo.InvariantCulture), true))
        {
            subject.Fail($"'{what}' was taken twice");
        }

        subject.Note(what);
        subject.History.Add(what);
        return subject.History.Text;
    }

    public override void BookmarkCreated(Bookmark bookmark) => subject.LastBookmark = bookmark;

    public override TaskCompletionSource BeginWork()
    {
        TaskCompletionSource work = new();
        _works.Enqueue(work);
        return work;
    }

    public override void ExpectFault() => HasFault = true;

    /// <summary>Ends all outstanding asynchronous work.</summary>
    public void EndWork()
    {
        while (_works.TryDequeue(out TaskCompletionSource? work))
        {
            work.TrySetResult();
        }
    }
}
