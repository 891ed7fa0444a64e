namespace Workflow.Runtime.State;

/// <summary>The data that few activity instances have. It is a separate object, so that the other instances do not carry it.</summary>
internal sealed class FrameRareState
{
    /// <summary>The values that replace argument expressions; null if there are none.</summary>
    public IDictionary<string, object?>? Overrides;

    /// <summary>The execution properties that the instance added, in the order of their addition; null if there are none.</summary>
    public List<PropertyEntry>? Properties;

    /// <summary>An empty list to reuse; null if there is none.</summary>
    private List<PropertyEntry>? _spare;

    /// <summary>True when the handles of the instance's variables have been initialized.</summary>
    public bool HasHandles;

    /// <summary>The number of entries into the no-persist zone of the instance that have not been left.</summary>
    public int NoPersistEntries;

    /// <summary>The transaction that the instance isolates; null if there is none.</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>The state object with which a secondary root was scheduled.</summary>
    public object? State;

    /// <summary>Returns the list of properties; creates it on first use.</summary>
    public List<PropertyEntry> TakeProperties()
    {
        Properties ??= _spare ?? [];
        _spare = null;
        return Properties;
    }

    /// <summary>Empties the list of ended properties and keeps it for the next instance of the frame, because a loop runs the same activity again.</summary>
    public void Return(List<PropertyEntry> ended)
    {
        ended.Clear();
        _spare = ended;
    }

    /// <summary>Resets the data for the next instance of the frame, except for the values with which that instance is scheduled.</summary>
    public void Reset()
    {
        Properties = null;
        HasHandles = false;
        NoPersistEntries = 0;
        Transaction = null;
        State = null;
    }
}
