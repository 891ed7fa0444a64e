namespace Workflow.Perf.Activities;

/// <summary>A user's condition. Returns true if passes are left, and decrements their number through an in-out argument.</summary>
internal sealed class CountDown : CodeActivity<bool>
{
    public InOutArgument<int> Left { get; set; } = new();

    protected override bool Execute(CodeActivityContext context)
    {
        int left = Left.Get(context);
        Left.Set(context, left - 1);
        return left > 0;
    }
}
