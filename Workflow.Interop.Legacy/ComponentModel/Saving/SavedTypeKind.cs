namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>How saved state describes a type. The numbers are part of the saved form.</summary>
internal enum SavedTypeKind : byte
{
    Named = 0,
    Array = 1,
    Generic = 2,
}
