using Workflow.Core.Tests.Model.Programs;

namespace Workflow.Core.Tests.Model.Engine;

internal sealed class ScriptedCode : CodeActivity
{
    private readonly EngineRun _run;
    private readonly Node _node;
    private readonly InArgument<int>[] _arguments;

    public ScriptedCode(EngineRun run, Node node)
    {
        _run = run;
        _node = node;
        _arguments = run.ArgumentsOf(node);
        DisplayName = node.Name;
    }

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        for (int i = 0; i < _arguments.Length; i++)
        {
            RuntimeArgument argument = new($"Argument{i}", typeof(int), ArgumentDirection.In);
            metadata.Bind(_arguments[i], argument);
            metadata.AddArgument(argument);
        }
    }

    protected override void Execute(CodeActivityContext context) =>
        _run.Session.Run(new Call(_run.Session, _node, new CodeDoor(_run, context, _node)), "execute", _node.Spec.OnExecute, isCode: true);
}
