using System.Collections.Concurrent;
using Workflow.Core.Tests.Stress.Scenarios;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Stress;

/// <summary>One workflow instance across all applications that host it in turn.</summary>
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

    /// <summary>The last save in the store; null if there is none.</summary>
    public SavePoint? Saved { get; private set; }

    /// <summary>True if the store has saved the instance as completed.</summary>
    public bool IsSavedAsEnded { get; private set; }

    public StressRun Run { get; }

    public int Number { get; }

    public Scenario Scenario { get; }

    public InstanceHistory History { get; } = new();

    /// <summary>The application that hosts the instance now, or hosted it last.</summary>
    public HostedInstance Current { get; private set; }

    /// <summary>The bookmark created last; can be resumed by this object.</summary>
    public Bookmark? LastBookmark { get; set; }

    /// <summary>True if the instance may end canceled, and may wait elsewhere than its scenario states.</summary>
    public bool IsCancelAsked { get; set; }

    /// <summary>True if no more random failures are injected.</summary>
    public bool IsCalm { get; private set; }

    /// <summary>
    /// Marks a save of the current application as running in the store until the result is disposed, even if the application no longer waits for it.
    /// </summary>
    public IDisposable BeginSave()
    {
        Interlocked.Increment(ref _saves);
        return new Saving(this);
    }

    /// <summary>Called when a save of the current application has succeeded.</summary>
    public void Save(bool isEnd)
    {
        Saved = isEnd ? null : Current.SaveObserver.Point;
        IsSavedAsEnded = isEnd;
        Note(isEnd ? "saved as ended" : $"saved as of '{Saved?.Text}'");
    }

    /// <summary>
    /// Loads the instance into a new application, if the last one has released it and no other load is running. Returns false if there is nothing to load.
    /// </summary>
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

        // An aborted application does not wait for its save (rule 16.5). The saved state is known only after that save has ended.
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

    /// <summary>Starts to load the instance, if possible.</summary>
    public void BeginLoad()
    {
        Task<bool> load = TryLoadAsync();
        if (!load.IsCompleted)
        {
            // Only one load can run at a time.
            _load = load;
        }
    }

    public int NewToken() => Interlocked.Increment(ref _lastToken);

    public void Note(object note) => _notes.Enqueue(note);

    public void Fail(string what) => Run.Fail($"{what}.{Environment.NewLine}{this}");

    /// <summary>Adds a task that must end before the instance is verified.</summary>
    public void Await(Task task)
    {
        if (!task.IsCompleted)
        {
            _pending.Enqueue(task);
        }
    }

    /// <summary>Registers a worker that will operate on the instance. Returns false if the operations on the instance are used up.</summary>
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

    /// <summary>Unregisters a worker. Returns true to the worker that used the last operation; that worker must finish the instance.</summary>
    public bool Leave()
    {
        Interlocked.Decrement(ref _visitors);
        return Interlocked.Decrement(ref _budget) == 0;
    }

    /// <summary>Drives the instance to its end and verifies it.</summary>
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
