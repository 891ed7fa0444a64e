namespace Workflow.Architecture.Tests.Rules;

/// <summary>A set of types that all reach each other and that may be larger than the limit.</summary>
/// <param name="Member">The full name of one of its types, which identifies the set.</param>
/// <param name="Limit">The number of its types.</param>
/// <param name="Reason">The reason why it cannot be smaller.</param>
internal sealed record LargeSet(string Member, int Limit, string Reason);
