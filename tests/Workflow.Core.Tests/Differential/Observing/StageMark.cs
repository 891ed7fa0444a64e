namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>The state of a stage at one time.</summary>
internal sealed record StageMark((string Label, Action Continue)[] Outstanding, int Entries, int LastHandle, Bookmark? LastNumbered);
