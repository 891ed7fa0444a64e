namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The form in which saved state describes a type. The numbers are part of the saved format.</summary>
internal enum SavedTypeKind : byte
{
    Named = 0,
    Array = 1,
    Generic = 2,
}
