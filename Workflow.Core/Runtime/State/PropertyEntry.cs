namespace Workflow.Runtime.State;

/// <summary>An execution property, as an activity added it.</summary>
internal sealed class PropertyEntry(string name, object value, bool onlyPublic)
{
    public readonly string Name = name;

    public readonly object Value = value;

    /// <summary>True if the property is visible only inside the id space of the activity that added it (rule 9.1).</summary>
    public readonly bool OnlyPublic = onlyPublic;

    /// <summary>True if the property was set up for the running item, which must clean it up at its end.</summary>
    public bool AwaitsCleanup;
}
