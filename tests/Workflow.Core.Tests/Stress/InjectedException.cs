namespace Workflow.Core.Tests.Stress;

/// <summary>The exception that a store or a handler throws on behalf of the test.</summary>
internal sealed class InjectedException(string message) : Exception(message);
