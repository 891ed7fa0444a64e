namespace Workflow.Core.Tests.Model.Programs;

/// <summary>One run of a program on either side: its log, and what user code remembers from call to call.</summary>
internal sealed class Session
{
    /// <summary>How often one command is done in a run: loops end.</summary>
    private const int Budget = 2;

    private readonly List<string> _log = [];
    private readonly List<object> _kept = [];
    private readonly List<object> _bookmarks = [];
    private readonly List<Door> _oldDoors = [];
    private readonly Dictionary<CommandSpec, int> _done = new(ReferenceEqualityComparer.Instance);

    public IReadOnlyList<string> Log => _log;

    /// <summary>The instances that were scheduled, in order.</summary>
    public IReadOnlyList<object> Kept => _kept;

    /// <summary>What an instance fails with that never got all of its values (rule 4.12).</summary>
    public const string Incomplete = "incomplete";

    /// <summary>Rule 3.7 wraps an exception; the text around it is free, and so is that of rule 4.12.</summary>
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

    /// <summary>A door of a native activity whose call is over.</summary>
    public Door? PickOldDoor(int which) => _oldDoors.Count == 0 ? null : _oldDoors[which % _oldDoors.Count];

    /// <summary>Which of the created bookmarks it is; the very object, as rule 8.3 promises.</summary>
    public int IndexOfBookmark(object bookmark) => _bookmarks.FindIndex(one => ReferenceEquals(one, bookmark));

    /// <summary>User code is called.</summary>
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
