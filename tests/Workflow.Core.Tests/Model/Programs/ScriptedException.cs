namespace Workflow.Core.Tests.Model.Programs;

/// <summary>What scripts throw.</summary>
internal sealed class ScriptedException(string message) : Exception(message);
