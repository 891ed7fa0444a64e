using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence;

/// <summary>How the suites of all stores make a store, and how its time passes. One object serves one test.</summary>
public abstract class TestedStore
{
    /// <summary>After which time without renewal an owner is surely gone.</summary>
    public abstract TimeSpan LeaseTime { get; }

    /// <summary>Makes an empty store.</summary>
    public abstract InstanceStore Create(InstanceCompletionAction completionAction);

    /// <summary>Lets time pass on the store's clock.</summary>
    public abstract Task PassAsync(TimeSpan time);

    /// <summary>Called before the test.</summary>
    public virtual Task InitializeAsync() => Task.CompletedTask;

    /// <summary>Called after the test.</summary>
    public virtual Task DisposeAsync() => Task.CompletedTask;
}
