using System.Collections.Concurrent;
using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Stress;

/// <summary>One application that hosts the instance for a time: the operations on it, their results, and its end.</summary>
internal sealed class HostedInstance
{
    private readonly Subject _subject;
    private readonly ConcurrentQueue<Outcome> _outcomes = [];
    private readonly ConcurrentDictionary<int, bool> _succeeded = [];
    private readonly TaskCompletionSource _aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly HostHandlers _handlers;
    private readonly Recorder _recorder;
    private int _ends;
    private volatile bool _isAbortAsked;

    public HostedInstance(Subject subject, int number)
    {
        _subject = subject;
        Application = new WorkflowApplication(subject.Scenario.Root, subject.Scenario.Identity);
        Occupancy = new Occupancy(subject.Fail);
        StepRecorder = new StepRecorder(subject, Occupancy);
        SaveObserver = new SaveObserver(subject, this);
        _recorder = new Recorder(subject, this);
        Array.ForEach<object>([subject.Run.Clock, StepRecorder, SaveObserver, _recorder], Application.Extensions.Add);
        Random random = new(RandomRounds.Combine(subject.Run.Seed, subject.Number, number));
        Application.InstanceStore = subject.Run.Store;
        Application.SynchronizationContext = random.Next(4) == 0 ? new PoolContext() : null;
        _handlers = new HostHandlers(subject, this, random);
    }

    public WorkflowApplication Application { get; }

    public Occupancy Occupancy { get; }

    public StepRecorder StepRecorder { get; }

    public SaveObserver SaveObserver { get; }

    /// <summary>The ways in which the instance has ended, according to the handlers called so far.</summary>
    public Ends Ends => (Ends)Volatile.Read(ref _ends);

    /// <summary>True if an abort was requested, or if an action was performed that aborts the instance.</summary>
    public bool IsAbortAsked => _isAbortAsked;

    /// <summary>True if the termination was requested, or if the handler for unhandled exceptions returned it.</summary>
    public bool IsTerminateAsked { get; set; }

    /// <summary>True if an operation failed whose failure aborts the instance unless a caller awaits the operation.</summary>
    public bool MayAbort { get; set; }

    public void ExpectAbort() => _isAbortAsked = true;

    public void End(Ends how)
    {
        Interlocked.Or(ref _ends, (int)how);
        if (how == Ends.Aborted)
        {
            _aborted.TrySetResult();
        }
    }

    /// <summary>Starts an operation. The task ends when the operation has ended, and never fails.</summary>
    public Task AskAsync(OperationKind kind, Func<WorkflowApplication, CancellationToken, Task> operation, bool givesUp = false) =>
        AskAsync(kind, 0, givesUp, async (application, cancellationToken) =>
        {
            await operation(application, cancellationToken).ConfigureAwait(false);
            return null;
        });

    /// <summary>Resumes a bookmark with a new token.</summary>
    public Task ResumeAsync(int token, Func<WorkflowApplication, CancellationToken, Task<BookmarkResumptionResult>> operation, bool givesUp = false) =>
        AskAsync(
            OperationKind.Resume,
            token,
            givesUp,
            async (application, cancellationToken) => await operation(application, cancellationToken).ConfigureAwait(false));

    /// <summary>Checks at a save that the workflow has received each token whose resumption has succeeded.</summary>
    public void CheckSuccessesWereTaken()
    {
        if (Ends.HasFlag(Ends.Terminated))
        {
            // A termination drops queued resumptions (rule 1.7).
            return;
        }

        foreach (int token in _succeeded.Keys.Where(token => !StepRecorder.HasTaken(token)))
        {
            _subject.Fail($"the resumption with {token} had succeeded when the instance was saved, but the workflow has not seen it");
        }
    }

    /// <summary>Waits until no more events can follow. The instance must have ended.</summary>
    public async Task SettleAsync()
    {
        if (IsAbortAsked)
        {
            await _aborted.Task.WaitAsync(HangGuard.Limit).ConfigureAwait(false);
        }

        try
        {
            WorkflowCompletion completion = await Application.Completion.WaitAsync(HangGuard.Limit).ConfigureAwait(false);
            Expect(Ends.HasFlag(Ends.Completed), "Completion has a result");
            Expect((completion.State == ActivityInstanceState.Faulted) == Ends.HasFlag(Ends.Terminated), $"Completion is {completion.State}");
        }
        catch (WorkflowApplicationAbortedException)
        {
            Expect(Ends.HasFlag(Ends.Aborted), "Completion says that it is aborted");
        }
        catch (WorkflowApplicationUnloadedException)
        {
            Expect(Ends.HasFlag(Ends.Unloaded) && !Ends.HasFlag(Ends.Completed), "Completion says that it is unloaded");
        }
    }

    /// <summary>Performs the checks that require that no more events can follow.</summary>
    public void Verify()
    {
        _handlers.Verify();
        _recorder.Verify();
        bool isTornDown = Ends.HasFlag(Ends.Terminated) || (Ends.HasFlag(Ends.Aborted) && !Ends.HasFlag(Ends.Completed) && !Ends.HasFlag(Ends.Unloaded));
        foreach (Outcome outcome in _outcomes)
        {
            bool isTerminated = outcome is { Kind: OperationKind.Terminate, Failure: null };
            Expect(!isTerminated || (Ends & (Ends.Terminated | Ends.Aborted)) != Ends.None, "it was terminated");
            Expect(Table.Admits(outcome, Ends), $"'{outcome}' is not an answer");
            if (outcome.Kind == OperationKind.Resume && !outcome.IsCanceled)
            {
                bool isTaken = StepRecorder.HasTaken(outcome.Token), hasSucceeded = outcome.Answer == BookmarkResumptionResult.Success;
                Expect(isTaken == hasSucceeded || (hasSucceeded && isTornDown), $"'{outcome}', and the workflow has {(isTaken ? "seen it" : "not seen it")}");
            }
        }
    }

    private void Expect(bool condition, string what)
    {
        if (!condition)
        {
            _subject.Fail($"{what}, but the application has ended as {Ends}");
        }
    }

    private async Task AskAsync(
        OperationKind kind, int token, bool givesUp, Func<WorkflowApplication, CancellationToken, Task<BookmarkResumptionResult?>> operation)
    {
        using CancellationTokenSource? cancellation = givesUp ? new() : null;
        Ends before = Ends;
        BookmarkResumptionResult? answer = null;
        Exception? failure = null;
        try
        {
            Task<BookmarkResumptionResult?> asked = operation(Application, cancellation?.Token ?? CancellationToken.None);
            cancellation?.Cancel();
            answer = await asked.ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        if (answer == BookmarkResumptionResult.Success)
        {
            _succeeded.TryAdd(token, true);
        }

        Outcome outcome = new(kind, token, before, answer, failure, givesUp);
        _subject.Note(outcome);
        _outcomes.Enqueue(outcome);
    }
}
