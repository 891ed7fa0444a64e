namespace Workflow;

/// <summary>Restricts or extends the use of a variable. The values can be combined.</summary>
[Flags]
public enum VariableModifiers
{
    /// <summary>No restriction.</summary>
    None = 0,

    /// <summary>Only the default expression sets the value (rule 4.14).</summary>
    ReadOnly = 1,

    /// <summary>
    /// Saves also write the value under the name of the variable, for persistence participants and queries (rule 7.5.2). Ignored for a variable without a
    /// name and for a handle.
    /// </summary>
    Mapped = 2,
}
