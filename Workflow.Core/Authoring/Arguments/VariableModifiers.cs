namespace Workflow;

/// <summary>How a variable may be used; the values combine.</summary>
[Flags]
public enum VariableModifiers
{
    /// <summary>Read and written freely.</summary>
    None = 0,

    /// <summary>Only its default may fill it (rule 4.14).</summary>
    ReadOnly = 1,

    /// <summary>Offered to persistence participants as a value of its own.</summary>
    Mapped = 2,
}
