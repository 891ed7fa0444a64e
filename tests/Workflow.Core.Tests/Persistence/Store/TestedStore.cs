using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Creates the store that a suite tests and controls its clock. One object serves one test.</summary>
public abstract class TestedStore
{
    /// <summary>The time after which an owner that was not renewed has certainly expired.</summary>
    public abstract TimeSpan LeaseTime { get; }

    /// <summary>Creates an empty store.</summary>
    public abstract InstanceStore Create(InstanceCompletionAction completionAction);

    /// <summary>Advances the store's clock, or waits.</summary>
    public abstract Task PassAsync(TimeSpan time);

    /// <summary>Called before the test.</summary>
    public virtual Task InitializeAsync() => Task.CompletedTask;

    /// <summary>Called after the test.</summary>
    public virtual Task DisposeAsync() => Task.CompletedTask;
}
