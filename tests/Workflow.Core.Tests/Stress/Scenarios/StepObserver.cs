namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>
/// To whom the activities of a scenario tell what they do; an extension of each application. What they tell goes at the same time into an argument of the
/// workflow, which is saved with it, and to the test: the two must always agree.
/// </summary>
internal abstract class StepObserver
{
    /// <summary>Somebody works in the instance until the result is disposed; nobody else may meanwhile.</summary>
    public abstract IDisposable Enter(string what);

    /// <summary>Tells what happened, and gets all that has happened to the instance before and with it.</summary>
    /// <param name="history">What had been told before, as the workflow remembers it.</param>
    /// <param name="what">What happened, without spaces.</param>
    /// <returns>What the workflow has to remember.</returns>
    public abstract string Record(string told, string what);

    /// <summary>A bookmark has been made, which may be resumed by this object.</summary>
    public abstract void BookmarkCreated(Bookmark bookmark);

    /// <summary>Something asynchronous begins, and ends when the test says so.</summary>
    public abstract TaskCompletionSource BeginWork();

    /// <summary>An activity is about to throw.</summary>
    public abstract void ExpectFault();
}
