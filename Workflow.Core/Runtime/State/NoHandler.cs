namespace Workflow.Runtime.State;

/// <summary>The placeholder for the handler of a delegate without a handler (rule 13.1).</summary>
internal sealed class NoHandler : CodeActivity
{
    public static readonly NoHandler Instance = new() { DisplayName = "(no handler)" };

    protected override void Execute(CodeActivityContext context)
    {
    }
}
