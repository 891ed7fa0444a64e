namespace Workflow.Perf.Activities;

/// <summary>Fails when a variable does not hold what the workload must have left in it.</summary>
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
