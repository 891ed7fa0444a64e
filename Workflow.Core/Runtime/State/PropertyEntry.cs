namespace Workflow.Runtime.State;

/// <summary>One execution property, where it was added.</summary>
internal sealed class PropertyEntry(string name, object value, bool onlyPublic)
{
    public readonly string Name = name;

    public readonly object Value = value;

    /// <summary>Visible only inside the id space of the activity that added it (rule 9.1).</summary>
    public readonly bool OnlyPublic = onlyPublic;

    /// <summary>The running item is to clean it up.</summary>
    public bool AwaitsCleanup;
}
