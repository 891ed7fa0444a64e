namespace Workflow.Architecture.Tests.Reading;

/// <summary>An interface of the assembly and the types of the assembly that implement it.</summary>
internal sealed record InterfaceUse(string Name, IReadOnlyList<string> Implementers);
