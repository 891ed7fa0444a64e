using System.Collections.Concurrent;
using Workflow.Core.Tests.Stress.Scenarios;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Stress;

/// <summary>One workflow instance, over all applications that have it one after the other.</summary>
internal sealed class Subject
{
    private const int NotesShown = 60;

    private readonly ConcurrentQueue<object> _notes = [];
    private readonly ConcurrentQueue<Task> _pending = [];
    private readonly ConcurrentQueue<HostedInstance> _hosted = [];
    private int _lastToken;
    private int _budget;
    private int _isLoading;
    private int _saves;
    private Task _load = Task.CompletedTask;
    private int _visitors = 1;

    public Subject(StressRun run, int number, Scenario scenario, int budget)
    {
        Run = run;
        Number = number;
        Scenario = scenario;
        _budget = budget;
        Current = Begin();
        InstanceId = Current.Application.Id;
        run.Register(this);
    }

    public Guid InstanceId { get; }

    /// <summary>What the store has; null for nothing.</summary>
    public SavePoint? Saved { get; private set; }

    /// <summary>The store has been told that it ended.</summary>
    public bool IsSavedAsEnded { get; private set; }

    public StressRun Run { get; }

    public int Number { get; }

    public Scenario Scenario { get; }

    public InstanceHistory History { get; } = new();

    /// <summary>The application that has the instance now, or had it last.</summary>
    public HostedInstance Current { get; private set; }

    /// <summary>Made last; resumable as an object.</summary>
    public Bookmark? LastBookmark { get; set; }

    /// <summary>From now on it may end as canceled, and wait elsewhere than its scenario says.</summary>
    public bool IsCancelAsked { get; set; }

    /// <summary>Nothing unexpected is done to it any more.</summary>
    public bool IsCalm { get; private set; }

    /// <summary>The store is at a save of the current application, also when that does not wait for it any more; until what is returned is disposed.</summary>
    public IDisposable BeginSave()
    {
        Interlocked.Increment(ref _saves);
        return new Saving(this);
    }

    /// <summary>The current application's save has succeeded.</summary>
    public void Save(bool isEnd)
    {
        Saved = isEnd ? null : Current.SaveObserver.Point;
        IsSavedAsEnded = isEnd;
        Note(isEnd ? "saved as ended" : $"saved as of '{Saved?.Text}'");
    }

    /// <summary>Loads the instance into a new application, if the last one has left it and nobody else does. False when there is nothing to load any more.</summary>
    public async Task<bool> TryLoadAsync()
    {
        if (Interlocked.Exchange(ref _isLoading, 1) == 1)
        {
            return false;
        }

        if ((Current.Ends & (Ends.Unloaded | Ends.Aborted)) == Ends.None)
        {
            Volatile.Write(ref _isLoading, 0);
            return false;
        }

        // An application that was aborted has not waited for its save (rule 16.5); only when that has ended is it known what is saved.
        while (Volatile.Read(ref _saves) > 0)
        {
            await Task.Yield();
        }

        HostedInstance hosted = Begin();
        bool isThere = Saved is not null;
        if (!isThere)
        {
            hosted.ExpectAbort();
        }

        Task load = hosted.Application.LoadAsync(InstanceId);
        Current = hosted;
        Volatile.Write(ref _isLoading, 0);
        try
        {
            await load.ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            bool isRight = exception is InstanceNotReadyException ? !isThere : exception is WorkflowApplicationAbortedException && hosted.IsAbortAsked;
            if (!isRight)
            {
                Fail($"it could not be loaded: {exception}");
            }
        }

        return isThere;
    }

    /// <summary>Begins to load it, if it can be loaded.</summary>
    public void BeginLoad()
    {
        Task<bool> load = TryLoadAsync();
        if (!load.IsCompleted)
        {
            // Only one at a time can be under way.
            _load = load;
        }
    }

    public int NewToken() => Interlocked.Increment(ref _lastToken);

    public void Note(object note) => _notes.Enqueue(note);

    public void Fail(string what) => Run.Fail($"{what}.{Environment.NewLine}{this}");

    /// <summary>Something is going on that must end before the instance is verified.</summary>
    public void Await(Task task)
    {
        if (!task.IsCompleted)
        {
            _pending.Enqueue(task);
        }
    }

    /// <summary>Begins to do something with the instance; false when its time is over.</summary>
    public bool TryVisit()
    {
        int visitors = Volatile.Read(ref _visitors);
        while (visitors > 0)
        {
            int now = Interlocked.CompareExchange(ref _visitors, visitors + 1, visitors);
            if (now == visitors)
            {
                return true;
            }

            visitors = now;
        }

        return false;
    }

    /// <summary>Ends a visit; true for the one after which the instance has been visited enough, who is to finish it.</summary>
    public bool Leave()
    {
        Interlocked.Decrement(ref _visitors);
        return Interlocked.Decrement(ref _budget) == 0;
    }

    /// <summary>Brings the instance to its end and verifies what happened to it.</summary>
    public async Task FinishAsync()
    {
        Interlocked.Decrement(ref _visitors);
        while (Volatile.Read(ref _visitors) > 0)
        {
            await Task.Yield();
        }

        IsCalm = true;
        await _load.WaitAsync(HangGuard.Limit).ConfigureAwait(false);
        await new Driver(this).DriveAsync().ConfigureAwait(false);
        if (Run.HasFailed)
        {
            return;
        }

        foreach (Task pending in _pending)
        {
            await pending.WaitAsync(HangGuard.Limit).ConfigureAwait(false);
        }

        foreach (HostedInstance hosted in _hosted)
        {
            await hosted.SettleAsync().ConfigureAwait(false);
            hosted.Verify();
        }
    }

    public override string ToString() =>
        $"Instance {Number} of '{Scenario}', {(IsCancelAsked ? "canceled, " : string.Empty)}{_hosted.Count} application(s), {(Saved is null ? "not " : string.Empty)}saved, the last {Current.Ends}; its history is '{History.Text}'."
        + $" {_pending.Count(task => !task.IsCompleted)} operation(s) not answered.{Environment.NewLine}  {string.Join($"{Environment.NewLine}  ", _notes.TakeLast(NotesShown))}";

    private HostedInstance Begin()
    {
        HostedInstance hosted = new(this, _hosted.Count);
        _hosted.Enqueue(hosted);
        return hosted;
    }

    private sealed class Saving(Subject subject) : IDisposable
    {
        public void Dispose() => Interlocked.Decrement(ref subject._saves);
    }
}
