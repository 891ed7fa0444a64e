namespace Workflow.Architecture.Tests.Reading;

/// <summary>A parameter of a method or constructor.</summary>
/// <param name="Owner">The top-level type around the method.</param>
/// <param name="Method">The name of the method.</param>
/// <param name="Position">The position of the parameter; zero is the first one.</param>
/// <param name="Type">The full name of the type of the parameter; empty for arrays, references and instances of generic types.</param>
internal sealed record ParameterUse(string Owner, string Method, int Position, string Type);
