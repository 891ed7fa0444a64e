namespace Workflow.Hosting;

/// <summary>
/// What a variable with <see cref="VariableModifiers.Mapped"/> holds when its instance is saved: the value under its name among those that participants
/// find when they map (rules 7.5.2 and 7.8). In the store the name has the bare value, for others to read.
/// </summary>
/// <remarks>The value is the workflow's own object: what is to be kept must be copied, and nothing of it changed.</remarks>
public sealed class LocationInfo
{
    internal LocationInfo(string name, string ownerDisplayName, object? value)
    {
        Name = name;
        OwnerDisplayName = ownerDisplayName;
        Value = value;
    }

    /// <summary>The name of the variable, as its author wrote it.</summary>
    public string Name { get; }

    /// <summary>The display name of the activity that declares it.</summary>
    public string OwnerDisplayName { get; }

    /// <summary>What it holds; null when it holds nothing.</summary>
    public object? Value { get; }

    /// <summary>The value as text, as of a <see cref="Location"/>; "&lt;null&gt;" for null.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => Value?.ToString() ?? "<null>";
}
