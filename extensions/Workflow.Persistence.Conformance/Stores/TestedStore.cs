namespace Workflow.Persistence.Conformance;

/// <summary>Creates the store that the conformance tests test, and controls its clock. One object serves one test.</summary>
public abstract class TestedStore
{
    /// <summary>The time after which an owner that was not renewed has certainly expired.</summary>
    public abstract TimeSpan LeaseTime { get; }

    /// <summary>
    /// The number of repetitions in the tests that call the store from many threads; 200 by default. A store that is slow to reach reduces it.
    /// </summary>
    public virtual int Repetitions => 200;

    /// <summary>Creates an empty store, which shares no data with the other stores of the test run.</summary>
    /// <param name="completionAction">The action of the store for completed instances.</param>
    /// <returns>The store; null if the store offers only the other action, so that the test is skipped.</returns>
    public abstract InstanceStore? Create(InstanceCompletionAction completionAction);

    /// <summary>Advances the clocks of all stores of this object, or waits for that time.</summary>
    /// <param name="time">The time.</param>
    /// <returns>A task that completes when the time has passed for the stores.</returns>
    public abstract Task PassAsync(TimeSpan time);

    /// <summary>Called before the test. Does nothing by default.</summary>
    /// <returns>A task that completes when stores can be created.</returns>
    public virtual Task InitializeAsync() => Task.CompletedTask;

    /// <summary>Called after the test, also if it has failed, to delete the stores. Does nothing by default.</summary>
    /// <returns>A task that completes with the operation.</returns>
    public virtual Task DisposeAsync() => Task.CompletedTask;
}
