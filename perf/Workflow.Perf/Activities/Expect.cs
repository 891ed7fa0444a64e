namespace Workflow.Perf.Activities;

/// <summary>Throws if a variable does not have the value that the workload must produce.</summary>
internal sealed class Expect : CodeActivity
{
    public InArgument<int> Actual { get; set; } = new();

    public int Expected { get; set; }

    protected override void Execute(CodeActivityContext context)
    {
        int actual = Actual.Get(context);
        if (actual != Expected)
        {
            throw new InvalidOperationException($"The workload left {actual} where {Expected} was expected.");
        }
    }
}
