namespace Workflow.Core.Tests.Stress;

/// <summary>What a store or a handler throws because the test wants it to.</summary>
internal sealed class InjectedException(string message) : Exception(message);
