namespace Workflow.Persistence.Conformance;

/// <summary>Ends a test that does not apply to the tested store. The test is reported as skipped with the message.</summary>
internal sealed class TestSkippedException(string message) : Exception(message);
