using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>A program as a tree of real activities, and its run on one lane of the engine.</summary>
internal sealed class EngineRun(Lane lane, bool isTracked)
{
    public Session Session { get; } = new();

    public TestKit.Running Running { get; private set; } = null!;

    public void Start(Node root)
    {
        Running = Runner.Prepare(Build(root), lane, extensions: isTracked ? Collector.Extensions(Participant()) : null);
        Running.Start();
    }

    public Activity Build(Node node)
    {
        Activity[] children = [.. node.Children.Select(Build)];
        return node.Spec.Kind switch
        {
            NodeKind.Code => new ScriptedCode(this, node),
            NodeKind.Native => new ScriptedNative(this, node, children),
            NodeKind.Sequence => Fill(new Sequence { DisplayName = node.Name }, sequence => sequence.Activities, children),
            NodeKind.Parallel => Fill(new Parallel { DisplayName = node.Name }, parallel => parallel.Branches, children),
            _ => new TerminateWorkflow { DisplayName = node.Name, Reason = "enough" },
        };
    }

    private Collector Participant()
    {
        TrackingProfile profile = new();
        profile.Queries.Add(new ActivityStateQuery { States = { "*" } });
        profile.Queries.Add(new ActivityScheduledQuery());
        profile.Queries.Add(new CancelRequestedQuery());
        profile.Queries.Add(new FaultPropagationQuery());
        profile.Queries.Add(new BookmarkResumptionQuery { Name = "*" });
        return new Collector(record => Session.Add($"{Records.Mark}{record.RecordNumber} {RecordText.Of(record)}")) { TrackingProfile = profile };
    }

    private static Activity Fill<T>(T activity, Func<T, ICollection<Activity>> list, Activity[] children)
        where T : Activity
    {
        foreach (Activity child in children)
        {
            list(activity).Add(child);
        }

        return activity;
    }
}
