namespace Workflow.Runtime.State;

/// <summary>What few instances have: beside the frame, so that the others do not carry it.</summary>
internal sealed class FrameExtras
{
    /// <summary>In the order in which they were added.</summary>
    public List<PropertyEntry>? Properties;

    /// <summary>The handles of the instance's variables have been initialized.</summary>
    public bool HasHandles;

    /// <summary>How often the no-persist zone of the instance is entered.</summary>
    public int NoPersistEntries;

    /// <summary>The transaction that the instance isolates; null for none.</summary>
    public RuntimeTransaction? Transaction;

    /// <summary>What a secondary root was scheduled with.</summary>
    public object? State;
}
