namespace Workflow.Hosting;

/// <summary>One extension; what a function made is found by the type that the function declares, anything else by its own.</summary>
internal sealed record ExtensionEntry(object Extension, Type? Declared)
{
    public bool Provides(Type type) => Declared is null ? type.IsInstanceOfType(Extension) : type.IsAssignableFrom(Declared);
}
