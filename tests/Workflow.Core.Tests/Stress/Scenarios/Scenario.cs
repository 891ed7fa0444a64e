namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>A definition and the expectations of its runs, written independently of the engine.</summary>
internal sealed class Scenario(string name, Func<Activity> create)
{
    /// <summary>The definition that all instances share.</summary>
    public Activity Root { get; } = new RootActivity(name, create);

    public WorkflowIdentity Identity { get; } = new(name, new Version(1, 0), null);

    /// <summary>
    /// Returns the bookmarks at which the instance waits after the given history, provided that all steps without a wait have run. Empty if the instance waits
    /// for another event, or has ended.
    /// </summary>
    public required Func<History, IEnumerable<string>> WaitsAt { get; init; }

    /// <summary>Returns true if the instance has ended after the given history.</summary>
    public required Func<History, bool> HasEnded { get; init; }

    /// <summary>Returns true if the history of an instance that ended canceled is complete and contains no forbidden steps.</summary>
    public Func<History, bool> IsCanceledRightly { get; init; } = _ => true;

    /// <summary>The names of all bookmarks of the scenario.</summary>
    public required string[] Places { get; init; }

    public override string ToString() => Root.DisplayName;

    private sealed class RootActivity : Activity<string>
    {
        public RootActivity(string name, Func<Activity> create)
        {
            DisplayName = name;
            Implementation = create;
        }
    }
}
