namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Keeps the values of its argument.</summary>
internal sealed class Take<T> : CodeActivity
{
    public List<T> Taken { get; } = [];

    [RequiredArgument]
    public InArgument<T> Value { get; set; } = null!;

    protected override void Execute(CodeActivityContext context) => Taken.Add(Value.Get(context));
}
