using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

internal sealed class ScriptedCode : CodeActivity
{
    private readonly EngineRun _run;
    private readonly Node _node;

    public ScriptedCode(EngineRun run, Node node)
    {
        _run = run;
        _node = node;
        DisplayName = node.Name;
    }

    protected override void Execute(CodeActivityContext context) =>
        _run.Session.Run(new Call(_run.Session, _node, new CodeDoor(_run, context, _node)), "execute", _node.Spec.OnExecute, isCode: true);
}
