namespace Workflow.Persistence;

/// <summary>Determines whether a type belongs to .NET. The private fields of such types are implementation details that differ between versions.</summary>
internal static class OfSystem
{
    public static bool Is(Type type) => type.Namespace is { } name && (name == "System" || name.StartsWith("System.", StringComparison.Ordinal));
}
