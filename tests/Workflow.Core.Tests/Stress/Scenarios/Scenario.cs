namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>A definition, and what is to be expected of it, written independently of the engine.</summary>
internal sealed class Scenario(string name, Func<Activity> create)
{
    /// <summary>One definition that all instances share.</summary>
    public Activity Root { get; } = new RootActivity(name, create);

    public WorkflowIdentity Identity { get; } = new(name, new Version(1, 0), null);

    /// <summary>The places at which it waits after this history; what it does without waiting has happened. Empty when it waits for something else, or has ended.</summary>
    public required Func<History, IEnumerable<string>> WaitsAt { get; init; }

    /// <summary>It has come to its end after this history.</summary>
    public required Func<History, bool> HasEnded { get; init; }

    /// <summary>The history has all that it must have when the instance ends as canceled, and nothing that it must not have.</summary>
    public Func<History, bool> IsCanceledRightly { get; init; } = _ => true;

    /// <summary>All places at which it ever waits.</summary>
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
