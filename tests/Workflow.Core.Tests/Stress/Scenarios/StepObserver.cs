namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>
/// Gets each step of the activities of a scenario; an extension of each application. A step goes at the same time into an argument of the
/// workflow, which is saved with it, and to the test: the two must always agree.
/// </summary>
internal abstract class StepObserver
{
    /// <summary>Somebody works in the instance until the result is disposed; nobody else may meanwhile.</summary>
    public abstract IDisposable Enter(string what);

    /// <summary>Records what happened, and returns all that has happened to the instance before and with it.</summary>
    /// <param name="history">What had happened before, as the workflow has it.</param>
    /// <param name="what">What happened, without spaces.</param>
    /// <returns>What the workflow has to keep.</returns>
    public abstract string Record(string history, string what);

    /// <summary>A bookmark has been made, which may be resumed by this object.</summary>
    public abstract void BookmarkCreated(Bookmark bookmark);

    /// <summary>Something asynchronous begins, and ends when the test says so.</summary>
    public abstract TaskCompletionSource BeginWork();

    /// <summary>An activity is about to throw.</summary>
    public abstract void ExpectFault();
}
