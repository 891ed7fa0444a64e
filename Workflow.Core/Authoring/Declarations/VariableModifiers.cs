namespace Workflow;

/// <summary>How a variable may be used; the values combine.</summary>
[Flags]
public enum VariableModifiers
{
    /// <summary>Read and written freely.</summary>
    None = 0,

    /// <summary>Only its default may fill it (rule 4.14).</summary>
    ReadOnly = 1,

    /// <summary>Saves also write it by its name, for persistence participants and queries to read (rule 7.5.2); an unnamed variable and a handle are left out.</summary>
    Mapped = 2,
}
