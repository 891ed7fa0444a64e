namespace Workflow.Runtime.State;

/// <summary>What few instances have: beside the frame, so that the others do not carry it.</summary>
internal sealed class FrameExtras
{
    /// <summary>Values that are used instead of argument expressions; null for none.</summary>
    public IDictionary<string, object?>? Overrides;

    /// <summary>The execution properties that the instance added, in the order in which it added them; null for none.</summary>
    public List<PropertyEntry>? Properties;

    /// <summary>An empty list for the next use.</summary>
    private List<PropertyEntry>? _spare;

    /// <summary>The handles of the instance's variables have been initialized.</summary>
    public bool HasHandles;

    /// <summary>How often the no-persist zone of the instance is entered.</summary>
    public int NoPersistEntries;

    /// <summary>The transaction that the instance isolates; null for none.</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>What a secondary root was scheduled with.</summary>
    public object? State;

    /// <summary>The properties, to add one.</summary>
    public List<PropertyEntry> TakeProperties()
    {
        Properties ??= _spare ?? [];
        _spare = null;
        return Properties;
    }

    /// <summary>Empties the list of properties that have ended, and keeps it for the next instance of the frame: a loop runs the same activity again.</summary>
    public void Return(List<PropertyEntry> ended)
    {
        ended.Clear();
        _spare = ended;
    }

    /// <summary>Makes it ready for the next instance of the frame, except for what that is scheduled with.</summary>
    public void Reset()
    {
        Properties = null;
        HasHandles = false;
        NoPersistEntries = 0;
        Transaction = null;
        State = null;
    }
}
