namespace Workflow.Perf.Activities;

/// <summary>A user's activity with two in-arguments and an out-argument, which it reads and writes through its context.</summary>
internal sealed class Add : CodeActivity
{
    public InArgument<int> Left { get; set; } = new();

    public InArgument<int> Right { get; set; } = new();

    public OutArgument<int> Sum { get; set; } = new();

    protected override void Execute(CodeActivityContext context) => Sum.Set(context, Left.Get(context) + Right.Get(context));
}
