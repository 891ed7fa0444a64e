namespace Workflow.Runtime.State;

/// <summary>Stands for the handler of a delegate that has none (rule 13.1).</summary>
internal sealed class NoHandler : CodeActivity
{
    public static readonly NoHandler Instance = new() { DisplayName = "(no handler)" };

    protected override void Execute(CodeActivityContext context)
    {
    }
}
