namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>
/// Receives each step of the activities of a scenario; an extension of each application. Each step is written to an argument of the workflow, which is saved
/// with the workflow, and is reported to the test. Both records must always agree.
/// </summary>
internal abstract class StepObserver
{
    /// <summary>Marks the caller as inside the instance until the result is disposed. No other thread may enter in that time.</summary>
    public abstract IDisposable Enter(string what);

    /// <summary>Records a step.</summary>
    /// <param name="history">The history before the step, as the workflow has saved it.</param>
    /// <param name="what">The name of the step, without spaces.</param>
    /// <returns>The history including the step, which the workflow must keep.</returns>
    public abstract string Record(string history, string what);

    /// <summary>Called when a bookmark was created. The test may resume the bookmark by this object.</summary>
    public abstract void BookmarkCreated(Bookmark bookmark);

    /// <summary>Starts asynchronous work that the test ends.</summary>
    public abstract TaskCompletionSource BeginWork();

    /// <summary>Called before an activity throws.</summary>
    public abstract void ExpectFault();
}
