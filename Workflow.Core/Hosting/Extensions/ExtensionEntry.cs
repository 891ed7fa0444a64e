namespace Workflow.Hosting;

/// <summary>One extension. If <paramref name="Declared"/> is set, the extension is found by that type and its bases; otherwise by its own type.</summary>
internal sealed record ExtensionEntry(object Extension, Type? Declared)
{
    public bool Provides(Type type) => Declared is null ? type.IsInstanceOfType(Extension) : type.IsAssignableFrom(Declared);
}
