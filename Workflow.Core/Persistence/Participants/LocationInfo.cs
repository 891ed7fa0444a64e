namespace Workflow.Hosting;

/// <summary>
/// The value of a variable with <see cref="VariableModifiers.Mapped"/> when its instance is saved. Participants get this object under the name of the
/// variable when they map values (rules 7.5.2 and 7.8). The store gets only the value under this name.
/// </summary>
/// <remarks>The value belongs to the workflow. Do not change it; copy any part that you keep.</remarks>
public sealed class LocationInfo
{
    internal LocationInfo(string name, string ownerDisplayName, object? value)
    {
        Name = name;
        OwnerDisplayName = ownerDisplayName;
        Value = value;
    }

    /// <summary>The name of the variable, as declared.</summary>
    public string Name { get; }

    /// <summary>The display name of the activity that declares the variable.</summary>
    public string OwnerDisplayName { get; }

    /// <summary>The value of the variable; may be null.</summary>
    public object? Value { get; }

    /// <summary>Returns the value as text, like a <see cref="Location"/>; "&lt;null&gt;" for null.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => Value?.ToString() ?? "<null>";
}
