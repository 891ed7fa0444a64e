namespace Workflow.Core.Tests.Model.Programs;

/// <summary>One run of a program on either side: its log, and the objects that user code keeps between calls.</summary>
internal sealed class Session
{
    /// <summary>The maximum number of executions of one command in a run, so that loops end.</summary>
    private const int Budget = 2;

    private readonly List<string> _log = [];
    private readonly List<object> _kept = [];
    private readonly List<object> _bookmarks = [];
    private readonly List<Door> _oldDoors = [];
    private readonly Dictionary<CommandSpec, int> _done = new(ReferenceEqualityComparer.Instance);

    public IReadOnlyList<string> Log => _log;

    /// <summary>The scheduled instances, in order.</summary>
    public IReadOnlyList<object> Kept => _kept;

    /// <summary>The text for the exception of an instance that did not receive all of its values (rule 4.12).</summary>
    public const string Incomplete = "incomplete";

    /// <summary>Returns a text that both sides share: the contract does not fix the messages of the exceptions of rules 3.7 and 4.12.</summary>
    public static string TextOf(Exception? reason) => reason switch
    {
        null => "none",
        InvalidOperationException { InnerException: { } original } => $"failed while canceling: {TextOf(original)}",
        InvalidOperationException => Incomplete,
        _ => reason.Message,
    };

    public void Add(string entry) => _log.Add(entry);

    public void Keep(object instance) => _kept.Add(instance);

    public int KeepBookmark(object bookmark)
    {
        _bookmarks.Add(bookmark);
        return _bookmarks.Count - 1;
    }

    public object? PickBookmark(int which) => _bookmarks.Count == 0 ? null : _bookmarks[which % _bookmarks.Count];

    /// <summary>Returns the operations of a native activity whose call has returned, or null if there are none.</summary>
    public Door? PickOldDoor(int which) => _oldDoors.Count == 0 ? null : _oldDoors[which % _oldDoors.Count];

    /// <summary>Returns the index of a created bookmark. Compares by reference, because callbacks receive the created object (rule 8.3).</summary>
    public int IndexOfBookmark(object bookmark) => _bookmarks.FindIndex(one => ReferenceEquals(one, bookmark));

    /// <summary>Runs the script of one call of user code.</summary>
    public void Run(Call call, string what, CommandSpec[] script, bool isCode = false)
    {
        Add($"{call.Door.Self} {what}{(call.Door.IsCancellationRequested ? ", cancel requested" : null)}");
        try
        {
            foreach (CommandSpec command in script.Where(command => !isCode || command.IsForCode))
            {
                DoWithin(call, command);
            }
        }
        finally
        {
            if (!isCode)
            {
                _oldDoors.Add(call.Door);
            }
        }
    }

    private void DoWithin(Call call, CommandSpec command)
    {
        int done = _done.GetValueOrDefault(command);
        if (done < Budget)
        {
            _done[command] = done + 1;
            Do(call, command);
        }
    }

    private void Do(Call call, CommandSpec command)
    {
        try
        {
            if (command.Do(call) is { } answer)
            {
                Add($"    {command.Text}: {answer}");
            }
        }
        catch (ObjectDisposedException)
        {
            Add($"    {command.Text}: disposed");
        }
        catch (InvalidOperationException)
        {
            Add($"    {command.Text}: refused");
        }
        catch (ScriptedException)
        {
            Add($"    {command.Text}");
            throw;
        }
    }
}
