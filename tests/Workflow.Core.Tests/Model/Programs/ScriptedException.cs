namespace Workflow.Core.Tests.Model.Programs;

/// <summary>The exception that scripts throw.</summary>
internal sealed class ScriptedException(string message) : Exception(message);
