namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>An activity with an implementation, one in argument and one out argument.</summary>
internal sealed class Composite : Activity
{
    public InArgument<int> Input { get; set; } = new();

    public OutArgument<int> Output { get; set; } = new();

    public void Implement(Func<Activity?> implementation) => Implementation = implementation!;
}

/// <summary>An expression with an implementation.</summary>
internal sealed class CompositeResult<T> : Activity<T>
{
    public InArgument<int> Input { get; set; } = new();

    public InOutArgument<int> Count { get; set; } = new();

    public void Implement(Func<Activity> implementation) => Implementation = implementation;
}
