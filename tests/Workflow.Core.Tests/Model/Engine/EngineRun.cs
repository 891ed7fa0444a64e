using Workflow.Core.Tests.Model.Programs;
using Workflow.Core.Tests.Model.Reference;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>Builds a program as a tree of real activities and runs the tree on one <see cref="Lane"/> of the engine.</summary>
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
            NodeKind.Expression => new ScriptedExpression(node, children),
            NodeKind.SimpleExpression => new ScriptedSimple(this, node),
            NodeKind.Sequence => Fill(new Sequence { DisplayName = node.Name }, sequence => sequence.Activities, children),
            NodeKind.Parallel => Fill(new Parallel { DisplayName = node.Name }, parallel => parallel.Branches, children),
            _ => new TerminateWorkflow { DisplayName = node.Name, Reason = "enough" },
        };
    }

    /// <summary>Returns the arguments of a node in the order of their evaluation.</summary>
    public InArgument<int>[] ArgumentsOf(Node node) =>
        [.. node.Arguments.Select((expression, i) => new InArgument<int>(Build(node, expression)) { EvaluationOrder = i })];

    public Variable<int>[] VariablesOf(Node node) =>
        [.. node.Defaults.Select((expression, i) => new Variable<int>($"v{i}") { Default = Build(node, expression) })];

    private Activity<int> Build(Node owner, Expression expression) => expression.Node is { } node
        ? (Activity<int>)Build(node)
        : new Workflow.Expressions.LambdaValue<int>(context =>
        {
            Session.Run(new Call(Session, owner, new CodeDoor(this, context, owner)), "evaluates", expression.Spec.OnExecute, isCode: true);
            return 0;
        });

    private Collector Participant()
    {
        TrackingProfile profile = new();
        profile.Queries.Add(new ActivityStateQuery { States = { "*" } });
        profile.Queries.Add(new ActivityScheduledQuery());
        profile.Queries.Add(new CancelRequestedQuery());
        profile.Queries.Add(new FaultPropagationQuery());
        profile.Queries.Add(new BookmarkResumptionQuery { Name = "*" });
        return new Collector(record => Session.Add($"{Records.Mark}{record.RecordNumber} {TextOf(record)}")) { TrackingProfile = profile };
    }

    private static string TextOf(TrackingRecord record) => record is FaultPropagationRecord fault
        ? RecordText.Of(record).Replace(fault.Fault.Message, Session.TextOf(fault.Fault), StringComparison.Ordinal)
        : RecordText.Of(record);

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
