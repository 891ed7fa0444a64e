namespace Workflow.Persistence;

/// <summary>What .NET itself brings: its private fields are its own affair, and differ from version to version.</summary>
internal static class OfSystem
{
    public static bool Is(Type type) => type.Namespace is { } name && (name == "System" || name.StartsWith("System.", StringComparison.Ordinal));
}
