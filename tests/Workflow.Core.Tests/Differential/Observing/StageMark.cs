namespace Workflow.Core.Tests.Differential.Observing;

/// <summary>What a stage had at one moment.</summary>
internal sealed record StageMark((string Label, Action Continue)[] Outstanding, int Entries, int LastHandle, Bookmark? LastNumbered);
