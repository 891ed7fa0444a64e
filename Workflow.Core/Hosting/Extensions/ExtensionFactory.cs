namespace Workflow.Hosting;

/// <summary>A function that creates an extension, and the type by which the extension is found.</summary>
internal sealed record ExtensionFactory(Type Type, Func<object?> Create);
