namespace Workflow.Statements;

/// <summary>The trigger of a transition without a trigger of its own. It closes at once.</summary>
internal sealed class NullTrigger : CodeActivity
{
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
    }

    protected override void Execute(CodeActivityContext context)
    {
    }
}
