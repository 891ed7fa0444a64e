using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

/// <summary>An expression that runs as an ordinary child of its owner and schedules its children.</summary>
internal sealed class ScriptedExpression : NativeActivity<int>
{
    private readonly Activity[] _children;

    public ScriptedExpression(Node node, Activity[] children)
    {
        _children = children;
        DisplayName = node.Name;
    }

    protected override void CacheMetadata(NativeActivityMetadata metadata) => Array.ForEach(_children, metadata.AddChild);

    protected override void Execute(NativeActivityContext context) => Array.ForEach(_children, child => context.ScheduleActivity(child));
}

/// <summary>An expression without arguments.</summary>
internal sealed class ScriptedSimple : CodeActivity<int>
{
    private readonly EngineRun _run;
    private readonly Node _node;

    public ScriptedSimple(EngineRun run, Node node)
    {
        _run = run;
        _node = node;
        DisplayName = node.Name;
    }

    protected override int Execute(CodeActivityContext context)
    {
        _run.Session.Run(new Call(_run.Session, _node, new CodeDoor(_run, context, _node)), "execute", _node.Spec.OnExecute, isCode: true);
        return 0;
    }
}
