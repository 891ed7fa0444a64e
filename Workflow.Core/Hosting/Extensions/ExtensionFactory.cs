namespace Workflow.Hosting;

/// <summary>A function that makes an extension, and the type that it is found by.</summary>
internal sealed record ExtensionFactory(Type Type, Func<object?> Create);
